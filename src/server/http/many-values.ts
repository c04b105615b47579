// How many values a JSON text holds, found without parsing it. Eight megabytes are one file's text, at no cost, or a million keys that take
// seconds to look at, in which nobody else is answered.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** Whether there may be more than so many: each has an opening bracket or a comma before it, but for the first of all. */
export function hasMoreValues(json: Buffer, limit: number): boolean {
  if (json.length <= limit) return false;
  let count = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if ((byte === COMMA || byte === BRACKET || byte === BRACE) && ++count > limit) return true;
  }
  return false;
}

/** Where the string ends that begins here. */
function endOfString(json: Buffer, start: number): number {
  let end = start;
  do end = json.indexOf(QUOTE, end + 1);
  while (end > 0 && isEscaped(json, end));
  return end < 0 ? json.length : end;
}

function isEscaped(json: Buffer, at: number): boolean {
  let first = at;
  while (json[first - 1] === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}
