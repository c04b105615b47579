// The type of a tool: a schema to show, then parse → run → render. A dialect is a list of tools and a way to explain failures.
import type { Failure, Result } from "./failure.ts";
import type { Settings } from "./settings.ts";
import type { RawPath } from "./workspace/raw-path.ts";
import type { Workspace } from "./workspace/workspace.ts";

/** What a call brings back, for a model to read. */
export interface Reply {
  readonly text: string;
  /** For exit codes: something was found or done, nothing was, or the call was refused. */
  readonly outcome: "found" | "nothing" | "error";
  /** A picture instead of text. */
  readonly image?: { readonly data: Buffer; readonly mimeType: string };
  /** The same facts for programs. */
  readonly structured?: unknown;
  /** If the text was cut: all of it, to be kept, and the text that says where it is kept. */
  readonly whole?: { readonly text: string; textWith(url: string): string };
}

/** What parsing and rendering may know of the world. */
export interface Context {
  readonly settings: Settings;
  /** The session's directory. */
  readonly directory: RawPath;
}

/** What a running call works with. */
export interface CallContext {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  /** Tells the caller of something on the way; does nothing if nobody listens. */
  readonly progress: (message: string) => void;
}

/** The arguments of a call, keyed by the tool's own parameter names. */
export type Arguments = Readonly<Record<string, unknown>>;

export interface ParameterSchema {
  readonly type: "string" | "integer" | "boolean" | "array" | "object";
  /** Left out where the name says it all: every model pays for it in every request. */
  readonly description?: string;
  /** Of an array. */
  readonly items?: { readonly type: "integer" | "string" } | InputSchema;
  /** Of an object. */
  readonly properties?: Readonly<Record<string, ParameterSchema>>;
  readonly additionalProperties?: false;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly default?: string | number | boolean;
}

export interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, ParameterSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

export interface Annotations {
  readonly title: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface ToolDefinition<Query, Found> {
  readonly name: string;
  /** The CLI command that stands for this tool, if one does. */
  readonly role?: "search" | "find" | "view";
  /** What that command asks, given in boris' words, as arguments of this tool; the same if absent. */
  readonly roleArguments?: (asked: Arguments, context: Context) => Arguments;
  /** Names that, disabled, disable this tool, too. */
  readonly goesWith?: readonly string[];
  /** Whether it is offered under these settings; always if not said. Of tools with one name only one is. */
  readonly offered?: (settings: Settings) => boolean;
  readonly description: string;
  readonly inputSchema: InputSchema;
  /** Parameters that are taken although the schema does not show them. */
  readonly alsoTakes?: InputSchema["properties"];
  readonly annotations: Annotations;
  /** From checked arguments to what they mean. Pure. */
  parse(args: Arguments, context: Context): Result<Query>;
  /** Makes ready what its calls will need, before there is one. */
  prepare?(workspace: Workspace): Promise<void>;
  run(query: Query, call: CallContext): Promise<Result<Found>>;
  /** From facts to text. Pure. */
  render(found: Found, query: Query, context: Context): Reply;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of tools holds tools of any query
export type Tool = ToolDefinition<any, any>;

export interface Dialect {
  readonly name: string;
  readonly tools: readonly Tool[];
  /** What the tools are for, where clients of this dialect show their model no more of a server until it looks for tools. */
  readonly purpose?: string;
  /** What clients of this dialect look for beside each tool's definition: `_meta` in `tools/list`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The sentence for a failure. Its `switch` has no default: a new code does not compile until it is worded. */
  explain(failure: Failure, at: FailedCall): string;
}

/** Where a failure happened. */
export interface FailedCall {
  readonly tool: string;
  /** The session's directory. */
  readonly directory: RawPath;
}

/** A tool that changes files. */
export function writing(title: string, { idempotent }: { readonly idempotent: boolean }): Annotations {
  return { title, readOnlyHint: false, destructiveHint: true, idempotentHint: idempotent, openWorldHint: false };
}

/** A tool that only reads. */
export function readOnly(title: string): Annotations {
  return { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
}
