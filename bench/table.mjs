// Tables and texts on stdout; what happens meanwhile on stderr.

export function printTable(title, head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const marks = head.map((_, index) => (index === 0 ? "---" : "---:"));
  console.log(`\n## ${title}\n\n${[line(head), line(marks), ...rows.map((row) => line(row.map(escaped)))].join("\n")}`);
}

export function printText(text) {
  console.log(`\n${text}`);
}

export function progress(text) {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);
}

function escaped(cell) {
  return String(cell).replaceAll("|", "\\|");
}
