// The dialects: one folder and one line each.
import type { Dialect } from "../tool.ts";
import { boris } from "./boris/index.ts";

export const DIALECTS: readonly Dialect[] = [boris];

export function dialectNamed(name: string): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect.name === name);
}
