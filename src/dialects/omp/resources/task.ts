// task://ID: what a background command has printed so far.
import { ok } from "../../../failure.ts";
import { shellOf } from "../../../shell/shell.ts";
import type { Scheme } from "./index.ts";

export const task: Scheme = async (id, url, { workspace, signal }) => {
  const report = await shellOf(workspace).waitForTask(id, 0, signal);
  if (!report.ok) return report;
  const { stdout, stderr } = report.value;
  const text = [stdout.text, ...(stderr.text === "" ? [] : ["stderr:\n", stderr.text])].map((part) =>
    part === "" || part.endsWith("\n") ? part : `${part}\n`,
  );
  return ok([{ url, text: Buffer.from(text.join("")) }]);
};
