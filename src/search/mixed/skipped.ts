// What several searches did not look at, as one.
import { NOTHING_SKIPPED, type Skipped, type Total } from "../query.ts";

export function sumOfSkipped(all: readonly Skipped[]): Skipped {
  return all.reduce(sum, NOTHING_SKIPPED);
}

function sum(a: Skipped, b: Skipped): Skipped {
  const matches = optional(a.matches, b.matches);
  const binaryMatches = optional(a.binaryMatches, b.binaryMatches);
  return {
    ignored: [...a.ignored, ...b.ignored],
    named: [...a.named, ...b.named],
    hidden: total(a.hidden, b.hidden),
    binary: total(a.binary, b.binary),
    ...(matches === undefined ? {} : { matches }),
    ...(binaryMatches === undefined ? {} : { binaryMatches }),
    denied: a.denied + b.denied,
    tooLarge: [...a.tooLarge, ...b.tooLarge],
    unreadable: [...a.unreadable, ...b.unreadable],
    linksOutside: a.linksOutside + b.linksOutside,
    linksTooMany: a.linksTooMany + b.linksTooMany,
    ranOut: a.ranOut || b.ranOut,
  };
}

function total(a: Total, b: Total): Total {
  return { count: a.count + b.count, exact: a.exact && b.exact };
}

function optional(a: Total | undefined, b: Total | undefined): Total | undefined {
  return a === undefined ? b : b === undefined ? a : total(a, b);
}
