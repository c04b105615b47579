// Internal URLs: a scheme is one file and one line here.
import type { Result } from "../../../failure.ts";
import type { CallContext } from "../../../tool.ts";
import { artifact } from "./artifact.ts";
import { docs } from "./docs.ts";
import { task } from "./task.ts";

/** A text that is no file. */
export interface Resource {
  readonly url: string;
  readonly text: Buffer;
}

/** What stands behind `scheme://`; several resources if the rest names more than one. */
export type Scheme = (rest: string, url: string, call: CallContext) => Promise<Result<readonly Resource[]>>;

const SCHEMES: Readonly<Record<string, Scheme>> = { artifact, docs, omp: docs, task };

/** Whether a path is an internal URL. */
export function isResource(path: string): boolean {
  return schemeOf(path) !== undefined;
}

export async function resourcesAt(url: string, call: CallContext): Promise<Result<readonly Resource[]>> {
  const name = schemeOf(url) as string;
  return (SCHEMES[name] as Scheme)(url.slice(name.length + "://".length), url, call);
}

function schemeOf(path: string): string | undefined {
  const name = /^([a-z]+):\/\//.exec(path)?.[1];
  return name !== undefined && Object.hasOwn(SCHEMES, name) ? name : undefined;
}
