// Content where lines are too many to be read: the hits of each file are counted, and only the files of the page are read.
import { ok, type Result } from "../failure.ts";
import { isUtf8, type RawPath, textOf } from "../workspace/raw-path.ts";
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
import { type Scan, scan } from "./scan.ts";
import type { Scanned } from "./tally.ts";
import type { Locate, Place } from "./walk-run.ts";

export async function countThenRead(plan: Plan, query: SearchQuery): Promise<Result<ContentFound>> {
  const findings = new Findings<number>(plan);
  /** Files of which ripgrep may show more lines than it counts, or fewer; each once, where it is shown. */
  const odd = new Findings<Place>(plan);
  const scanned = await countHits(plan, query, findings, (place) => odd.set(place, place));
  if (!scanned.ok) return scanned;
  for (const place of await namedWithNul(plan)) odd.set(place, place);
  const shown = await countShown(plan, query, [...odd.values()]);
  if (!shown.ok) return shown;
  for (const { value, ...place } of shown.value.files) findings.set(place, value);
  const counts = findings.byPath(scanned.value).filter(({ value }) => value > 0);
  return pageOfCounted(plan, query, { scanned: scanned.value, counts, areHits: areCountsHits(query), binaryRoots: shown.value.binaryRoots });
}

/** Of files that a walk met and left at a NUL, which `onStopped` is told of, ripgrep counts nothing, though it may show the lines before. */
async function countHits(plan: Plan, query: SearchQuery, findings: Findings<number>, onStopped: (place: Place) => void): Promise<Result<Scanned>> {
  let isNameLost = false;
  const open = (locate: Locate) => {
    const read = readCounts((printed, count) => {
      const place = locate(printed);
      if (place !== undefined) findings.set(place, count);
    });
    const noteStopped = (printed: RawPath): void => {
      isNameLost ||= textOf(printed).includes("\ufffd");
      const place = locate(printed);
      if (place !== undefined) onStopped(place);
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
  if (isNameLost) for (const place of await oddlyNamed(plan, query)) onStopped(place);
  return scanned;
}

/** Files with a match whose names are not UTF-8: what ripgrep says of such a file does not tell which it is. */
async function oddlyNamed(plan: Plan, query: SearchQuery): Promise<readonly Place[]> {
  const found = await filesWith(plan, { maxBytes: maxBytesOf(query), args: [...NAMES, ...matchArguments(query)] });
  return found.filter(({ real, isRoot }) => !isRoot && !isUtf8(real));
}

function sumOf(query: SearchQuery, findings: Findings<number>): number {
  let sum = 0;
  for (const hits of findings.values()) sum += unitsOf(query, hits);
  return sum;
}

/** Files that the caller named and that hold a NUL somewhere: ripgrep may count lines of them that it does not show. */
async function namedWithNul(plan: Plan): Promise<readonly Place[]> {
  const indexes = [...plan.roots.keys()].filter((index) => plan.roots[index]?.kind === "file");
  const roots = indexes.flatMap((index) => plan.roots[index] ?? []);
  const found = await filesWith({ ...plan, roots }, { maxBytes: Number.POSITIVE_INFINITY, args: [...NAMES, "--text", "--regexp=\\x00"] });
  return found.map((place) => ({ ...place, root: indexes[place.root] as number }));
}

async function filesWith(plan: Plan, request: Pick<Scan, "maxBytes" | "args">): Promise<readonly Place[]> {
  const found: Place[] = [];
  const open = (locate: Locate) =>
    readNames((printed) => {
      const place = locate(printed);
      if (place !== undefined) found.push(place);
    });
  await scan(plan, { ...request, what: "names", open });
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
  const allHits: SearchQuery = { ...query, page: { ...query.page, unit: "hits" } }; // with its context, which decides where ripgrep sees a NUL
  const read = await readInOrder(plan, allHits, files, count, files.length);
  return read.ok ? ok({ files: Array.from(hits, ([place, lines]) => foundAt(place, lines)), binaryRoots }) : read;
}
