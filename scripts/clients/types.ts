// The words of this folder, for the type checker; nothing here runs.
import type { ServerResponse } from "node:http";

/** A program that speaks to our server, and what to do with it. */
export interface Client {
  readonly title: string;
  /** Its name on npm, and the program in there. */
  readonly package: string;
  readonly program: string;
  /** What our server speaks to it, unless the command line says otherwise. */
  readonly dialect: string;
  run(run: Run): Promise<Seen>;
}

export interface Run {
  /** The client's program. */
  readonly file: string;
  /** A folder for everything that is made on the way. */
  readonly folder: string;
  readonly project: string;
  readonly server: OurServer;
  readonly calls: readonly PlannedCall[];
  readonly stop: AbortSignal;
}

/** How a client comes by our server: it starts it, or it goes where it is. */
export type OurServer = ServerCommand | ServerAddress;

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

export interface ServerAddress {
  readonly url: string;
  readonly token: string;
}

/** A call by the tool's own name. */
export interface PlannedCall {
  readonly tool: string;
  readonly args: object;
}

/** What came of a run. */
export interface Seen {
  /** The tools of the first request that had any. */
  readonly offered: readonly ToolName[];
  /** Those of the last one: some clients show tools only to a model that looks for them. */
  readonly found: readonly ToolName[];
  readonly results: readonly Shown[];
  /** The hosts it would have liked to reach. */
  readonly refused: readonly string[];
  /** How it ended, if not well. */
  readonly trouble: string | undefined;
}

/** A tool as the client names it to the model. */
export interface ToolName {
  readonly name: string;
  readonly namespace?: string;
  /** The tool whose scripts can call this one. */
  readonly inside?: ToolName;
}

/** One result of a tool as it stood in a request to the model. */
export interface Shown {
  /** The call's id. */
  readonly id: string;
  readonly texts: readonly string[];
  readonly images: readonly Picture[];
  /** Undefined where the protocol has no mark for it. */
  readonly isError: boolean | undefined;
}

export interface Picture {
  readonly mimeType: string;
  readonly base64: string;
}

/** A client that speaks to a model. */
export interface ModelClient {
  readonly wire: Wire;
  /** What its models do to find tools that were not offered. */
  readonly find?: PlannedCall;
  /** Writes its configuration; what to start it with, and the arguments of its own command, if it has one, that makes our server known to it. */
  prepare(place: Place): { readonly add?: readonly string[]; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };
}

export interface Place {
  readonly home: string;
  readonly server: OurServer;
  /** The address of the model: http://127.0.0.1:PORT */
  readonly model: string;
}

/** How a model is spoken to. */
export interface Wire {
  /** Whether a request to this path asks for an answer of the model. */
  isQuestion(path: string): boolean;
  // biome-ignore lint/suspicious/noExplicitAny: requests of other people's programs
  read(body: any): Turn;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  write(response: ServerResponse, answer: Answer, request: { readonly path: string; readonly body: any }): void;
}

/** What a request tells the model: the tools it may call, and the results of the calls so far. */
export interface Turn {
  readonly tools: readonly ToolName[];
  readonly results: readonly Shown[];
}

/** What the model says: a call, or its last words. */
export type Answer = { readonly id: string; readonly tool: ToolName; readonly args: object } | string;
