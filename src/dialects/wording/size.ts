// Sizes for people.

/** `298.8KB`, `256KB`, `1.5MB`: as Claude Code writes them. */
export function tightSize(bytes: number): string {
  return sizeText(bytes).replace(/(\.0)? (?=[KMGT]B)/, "");
}

const UNITS = ["KB", "MB", "GB", "TB"] as const;

/** `104 bytes`, `1.0 KB`, `3.5 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  let value = bytes / 1024;
  let unit = 0;
  for (; value >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024;
  return `${value.toFixed(1)} ${UNITS[unit]}`;
}
