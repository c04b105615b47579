// Content where lines are too many to be read: the hits of each file are counted, and only the files of the page are read.
import { ok, type Result } from "../failure.ts";
import type { RawPath } from "../workspace/raw-path.ts";
import { areCountsHits, pageOfCounted } from "./counted-page.ts";
import { Findings, type Found, foundAt } from "./found.ts";
import { maxBytesOf } from "./large-files.ts";
import { type ContentFound, unitsOf } from "./page.ts";
import { partOf } from "./part.ts";
import type { Plan } from "./plan.ts";
import type { SearchQuery } from "./query.ts";
import { type LineSink, readInOrder } from "./read-files.ts";
import { COUNTS, matchArguments, NAMES } from "./ripgrep/arguments.ts";
import { readCounts, readNames } from "./ripgrep/listing.ts";
import { scan } from "./scan.ts";
import type { Scanned } from "./tally.ts";
import type { Locate, Place } from "./walk-run.ts";

export async function countThenRead(plan: Plan, query: SearchQuery): Promise<Result<ContentFound>> {
  const findings = new Findings<number>(plan);
  const scanned = await countHits(plan, query, findings);
  if (!scanned.ok) return scanned;
  const { stopped } = scanned.value;
  const shown = await countShown(plan, query, [...stopped, ...(await namedWithNul(plan))]);
  if (!shown.ok) return shown;
  for (const { value, ...place } of shown.value.files) findings.set(place, value);
  const counts = findings.byPath(scanned.value.scanned).filter(({ value }) => value > 0);
  return pageOfCounted(plan, query, { scanned: scanned.value.scanned, counts, areHits: areCountsHits(query), binaryRoots: shown.value.binaryRoots });
}

interface CountedHits {
  readonly scanned: Scanned;
  /** Files that a walk met, of which ripgrep counts nothing, though it may show lines of them: those before a NUL. */
  readonly stopped: readonly Place[];
}

async function countHits(plan: Plan, query: SearchQuery, findings: Findings<number>): Promise<Result<CountedHits>> {
  const stopped: Place[] = [];
  const open = (locate: Locate) => {
    const read = readCounts((printed, count) => {
      const place = locate(printed);
      if (place !== undefined) findings.set(place, count);
    });
    const noteStopped = (printed: RawPath): void => {
      const place = locate(printed);
      if (place !== undefined) stopped.push(place);
    };
    return Object.assign(read, { stopped: noteStopped });
  };
  const isFrontEnough = areCountsHits(query) || query.page.unit === "entries";
  const scanned = await scan(plan, {
    what: "counts",
    maxBytes: maxBytesOf(query),
    ...(isFrontEnough ? partOf(query, () => ({ count: sumOf(query, findings), chars: undefined })) : {}),
    args: [...matchArguments(query), ...COUNTS, "--debug"],
    open,
  });
  return scanned.ok ? ok({ scanned: scanned.value, stopped }) : scanned;
}

function sumOf(query: SearchQuery, findings: Findings<number>): number {
  let sum = 0;
  for (const hits of findings.values()) sum += unitsOf(query, hits);
  return sum;
}

/** Files that the caller named and that hold a NUL somewhere: ripgrep may count lines of them that it does not show. */
async function namedWithNul(plan: Plan): Promise<readonly Place[]> {
  const indexes = [...plan.roots.keys()].filter((index) => plan.roots[index]?.kind === "file");
  const found: Place[] = [];
  const open = (locate: Locate) =>
    readNames((printed) => {
      const place = locate(printed);
      if (place !== undefined) found.push({ ...place, root: indexes[place.root] as number });
    });
  const roots = indexes.flatMap((index) => plan.roots[index] ?? []);
  await scan({ ...plan, roots }, { what: "names", maxBytes: Number.POSITIVE_INFINITY, args: [...NAMES, "--text", "--regexp=\\x00"], open });
  return found;
}

interface Shown {
  readonly files: readonly Found<number>[];
  readonly binaryRoots: readonly Place[];
}

/** How many hits of these files are shown. */
async function countShown(plan: Plan, query: SearchQuery, places: readonly Place[]): Promise<Result<Shown>> {
  const hits = new Map<Place, number>(places.map((place) => [place, 0]));
  const binaryRoots: Place[] = [];
  const files = places.map((place) => foundAt(place, place));
  const count: LineSink<Place> = ({ value: place }, line) => {
    if (line === "binary" && place.isRoot) binaryRoots.push(place);
    if (line !== undefined && line !== "binary" && line.kind === "hit") hits.set(place, (hits.get(place) ?? 0) + 1);
    return undefined;
  };
  const allHits: SearchQuery = { ...query, page: { ...query.page, unit: "hits" }, content: { ...query.content, before: 0, after: 0 } };
  const read = await readInOrder(plan, allHits, files, count, files.length);
  return read.ok ? ok({ files: Array.from(hits, ([place, lines]) => foundAt(place, lines)), binaryRoots }) : read;
}
