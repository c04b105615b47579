// Matches globs by Thompson's construction: an automaton, never a backtracking expression.
import type { Part } from "./glob-parts.ts";

/** Braces nest and repeat; beyond this a pattern is refused rather than slow. */
const MAX_STATES = 20_000;

interface State {
  /** Consumes one character, or is a fork. */
  accepts?: (char: string) => boolean;
  next: number[];
}

/** A matcher for the parts; undefined if they are too many. All states are followed at once, so time is linear in path × pattern. */
export function automaton(parts: readonly Part[]): ((path: string) => boolean) | undefined {
  const states: State[] = [];
  const add = (state: State): number => states.push(state) - 1;
  const final = add({ next: [] });

  /** Builds backwards: what must follow is known when a part is added. */
  function build(sequence: readonly Part[], follow: number): number {
    return sequence.reduceRight((after, part) => (states.length > MAX_STATES ? after : buildOne(part, after)), follow);
  }

  function loop(accepts: (char: string) => boolean, follow: number): number {
    const fork = add({ next: [follow] });
    states[fork]?.next.push(add({ accepts, next: [fork] }));
    return fork;
  }

  function buildOne(part: Part, follow: number): number {
    switch (part.kind) {
      case "char":
        return add({ accepts: (char) => char === part.char, next: [follow] });
      case "any":
        return add({ accepts: isNotSlash, next: [follow] });
      case "class":
        return add({ accepts: (char) => char !== "/" && part.ranges.some(([low, high]) => char >= low && char <= high) !== part.negated, next: [follow] });
      case "star":
        return loop(isNotSlash, follow);
      case "everything":
        return add({ accepts: () => true, next: [loop(() => true, follow)] });
      case "directories": {
        const slash = add({ accepts: (char) => char === "/", next: [follow] });
        return add({ next: [follow, loop(() => true, slash)] });
      }
      case "either":
        return add({ next: part.options.map((option) => build(option, follow)) });
    }
  }

  const start = build(parts, final);
  if (states.length > MAX_STATES) return undefined;
  return (path) => simulate(states, start, final, path);
}

function isNotSlash(char: string): boolean {
  return char !== "/";
}

function simulate(states: readonly State[], start: number, final: number, path: string): boolean {
  const seen = new Uint32Array(states.length);
  let step = 0;
  const enter = (into: number[], from: number): void => {
    const pending = [from];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      if (seen[id] === step) continue;
      seen[id] = step;
      const state = states[id] as State;
      if (state.accepts !== undefined || id === final) into.push(id);
      else pending.push(...state.next);
    }
  };
  step++;
  let current: number[] = [];
  enter(current, start);
  for (const char of path) {
    step++;
    const following: number[] = [];
    for (const id of current) {
      const state = states[id] as State;
      if (state.accepts?.(char)) enter(following, state.next[0] as number);
    }
    if (following.length === 0) return false;
    current = following;
  }
  return current.includes(final);
}
