// A path as the kernel has it: bytes, one character a byte, so that any name survives and `<` is byte order.

/** A path with one character per byte (latin1). ASCII paths look the same as text. */
export type RawPath = string;

const NON_ASCII = /[\x80-\xff]/;
const PLAIN = /^[\x20-\x7e]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach a model
const CONTROL = /[\x00-\x1f\x7f]/;

/** The bytes of a text. */
export function rawOf(text: string): RawPath {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** The text of a raw path; invalid bytes become U+FFFD. */
export function textOf(raw: RawPath): string {
  return NON_ASCII.test(raw) ? Buffer.from(raw, "latin1").toString("utf8") : raw;
}

/** How many characters the text of a raw path has, or of any bytes. */
export function charsOf(raw: string): number {
  return NON_ASCII.test(raw) ? textOf(raw).length : raw.length;
}

/** What `node:fs` takes: a string where that is the same bytes. */
export function fsPath(raw: RawPath): string | Buffer {
  return NON_ASCII.test(raw) ? Buffer.from(raw, "latin1") : raw;
}

/** Whether the bytes are valid UTF-8: only such names can be arguments of a process started from Node. */
export function isUtf8(raw: RawPath): boolean {
  return !NON_ASCII.test(raw) || rawOf(textOf(raw)) === raw;
}

/** The same bytes on their own: a part of a string keeps all of it in memory. */
export function detached(raw: RawPath): RawPath {
  return Buffer.from(raw, "latin1").toString("latin1");
}

/** How a path is printed: as text, or C-quoted if it holds control characters or invalid bytes. */
export function shown(raw: RawPath): string {
  if (PLAIN.test(raw)) return raw;
  const text = textOf(raw);
  if (!CONTROL.test(raw) && rawOf(text) === raw && !hasC1Control(text)) return text;
  return `"${cEscaped(raw)}"`;
}

/** The path that `shown` printed C-quoted, or undefined if it is not in quotes. */
export function unquoted(text: string): RawPath | undefined {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return undefined;
  return rawOf(text.slice(1, -1)).replace(/\\([0-7]{3}|.)/g, (_, code: string) => SIMPLE_BACK[code] ?? octal(code));
}

/** `directory/name`, where the directory may be "" (then the name alone). */
export function joined(directory: RawPath, name: RawPath): RawPath {
  if (directory === "") return name;
  if (name === "") return directory;
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}

/** The part of `path` below `directory`, "" for the directory itself, undefined if it is not below it. */
export function below(directory: RawPath, path: RawPath): RawPath | undefined {
  if (path === directory) return "";
  const prefix = directory.endsWith("/") ? directory : `${directory}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

const SIMPLE: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\" };
const SIMPLE_BACK: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function cEscaped(raw: RawPath): string {
  return [...raw].map((byte) => SIMPLE[byte] ?? (byte >= " " && byte <= "~" ? byte : `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`)).join("");
}

function octal(code: string): string {
  return code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : code;
}

// U+0080..U+009F and the bidi controls steer terminals as escape sequences do.
function hasC1Control(text: string): boolean {
  return /[\u0080-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text);
}
