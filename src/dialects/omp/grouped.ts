// Files under headings: those of a directory together, in the order in which the directories come first.

export interface NamedLines {
  /** As it is shown. */
  readonly name: string;
  /** URLs stand in no directory. */
  readonly isUrl: boolean;
  /** Behind the name in its heading. */
  readonly suffix: string;
  readonly lines: readonly string[];
}

/** `# dir/`, then `## base` and its lines; what is in the working directory, and URLs, `# base`. Blank lines between directories. */
export function grouped(files: readonly NamedLines[]): readonly string[] {
  const directories = new Map<string, NamedLines[]>();
  for (const file of files) {
    const directory = file.isUrl ? "" : directoryIn(file.name);
    directories.set(directory, [...(directories.get(directory) ?? []), file]);
  }
  const blocks = [...directories].flatMap(([directory, inside]) =>
    directory === ""
      ? inside.map(({ name, suffix, lines }) => [`# ${name}${suffix}`, ...lines])
      : [[`# ${directory}`, ...inside.flatMap(({ name, suffix, lines }) => [`## ${name.slice(directory.length)}${suffix}`, ...lines])]],
  );
  return blocks.flatMap((block, index) => (index === 0 ? block : ["", ...block]));
}

/** With its slash; "" for the working directory. */
function directoryIn(name: string): string {
  return name.slice(0, name.lastIndexOf("/") + 1);
}
