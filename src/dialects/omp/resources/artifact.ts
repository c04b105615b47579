// artifact://ID: the full text of a result that was cut.
import { fail, ok } from "../../../failure.ts";
import { artifactOf } from "../../../workspace/artifacts.ts";
import type { Scheme } from "./index.ts";

export const artifact: Scheme = async (id, url, { workspace }) => {
  const kept = artifactOf(id, workspace);
  return kept === undefined ? fail({ code: "artifact-gone", url }) : ok([{ url, text: kept.bytes }]);
};
