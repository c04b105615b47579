// What a match must contain, as far as trigrams and fours can say it: the question that is put to the index.

/** A trigram or a four (fours.ts), or all or any of several things; "anything" says nothing. */
export type Wanted = "anything" | number | { readonly all: readonly Wanted[] } | { readonly any: readonly Wanted[] };

export function allOf(parts: readonly Wanted[]): Wanted {
  const said = new Set<Wanted>();
  for (const part of parts) {
    if (part === "anything") continue;
    if (typeof part === "object" && "all" in part) for (const each of part.all) said.add(each);
    else said.add(part);
  }
  if (said.size === 0) return "anything";
  return said.size === 1 ? ([...said][0] as Wanted) : { all: [...said] };
}

export function anyOf(parts: readonly Wanted[]): Wanted {
  if (parts.includes("anything")) return "anything";
  const distinct = [...new Set(parts)];
  return distinct.length === 1 ? (distinct[0] as Wanted) : { any: distinct };
}
