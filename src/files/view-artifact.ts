// Viewing a text that the session keeps, line by line, as a file is viewed.
import { setImmediate as nextTurn } from "node:timers/promises";
import { fail, ok, type Result } from "../failure.ts";
import { type Artifact, artifactOf, artifactUrl } from "../workspace/artifacts.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { decoderOf } from "./encoding.ts";
import { LineCollector, type LineLimits } from "./line-collector.ts";
import type { TextView } from "./view.ts";

/** So much is looked at before others get their turn. */
const TURN_BYTES = 256 * 1024;

export interface ArtifactQuery extends LineLimits {
  readonly id: string;
}

export interface ArtifactView extends TextView, Pick<Artifact, "keptBytes" | "totalBytes"> {
  readonly total: number;
}

/** Views lines of an artifact. The last line may be cut where more came than is kept: `keptBytes` and `totalBytes` tell. */
export async function viewArtifact({ id, ...limits }: ArtifactQuery, workspace: Workspace, signal: AbortSignal): Promise<Result<ArtifactView>> {
  const path = artifactUrl(id);
  const artifact = artifactOf(id, workspace);
  if (artifact === undefined) return fail({ code: "artifact-gone", url: path });
  const { bytes, keptBytes, totalBytes } = artifact;
  const collector = new LineCollector(limits);
  const decoder = decoderOf({ name: "utf-8", markBytes: 0 });
  for (let at = 0; at < bytes.length; at += TURN_BYTES) {
    collector.write(decoder.write(bytes.subarray(at, at + TURN_BYTES)));
    await nextTurn();
    signal.throwIfAborted();
  }
  collector.write(decoder.end());
  collector.end();
  const { lines, count, isCut, endsWithNewline } = collector;
  if (limits.first > Math.max(1, count)) return fail({ code: "range-past-end", first: limits.first, total: count });
  return ok({ kind: "text", path, first: limits.first, lines, total: count, isCut, endsWithNewline, keptBytes, totalBytes });
}
