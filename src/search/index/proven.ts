// placeholder until the translation is merged
export interface Proven {
  readonly line: RegExp;
  readonly needles: readonly string[];
  readonly foldsCase: boolean;
  readonly isLiteral: boolean;
}
export function provenOf({ pattern, caseInsensitive, multiline }: { pattern: string; caseInsensitive: boolean; multiline: boolean }): Proven | undefined {
  if (multiline || !/^[\w ]{3,}(?:\.\*[\w ]{3,})?$/.test(pattern)) return undefined;
  const needle = pattern.split(".*").sort((a, b) => b.length - a.length)[0] as string;
  return {
    line: new RegExp(pattern, caseInsensitive ? "i" : ""),
    needles: [caseInsensitive ? needle.toLowerCase() : needle],
    foldsCase: caseInsensitive,
    isLiteral: !pattern.includes(".*"),
  };
}
