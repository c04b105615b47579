import { expect, test } from "vitest";
import { archivePaths } from "../../../src/files/archive/path.ts";

/** Readings as `archive` + `all`, `folder NAME` or `member NAME`. */
function readings(path: string): readonly string[] {
  return archivePaths(path).map(({ archive, choice }) => `${archive} + ${choice.kind}${choice.kind === "all" ? "" : ` ${choice.name}`}`);
}

test.each<[string, readonly string[]]>([
  ["bundle.zip", ["bundle.zip + all"]],
  ["bundle.zip:", ["bundle.zip + all"]],
  ["bundle.zip:/", ["bundle.zip + all"]],
  ["bundle.zip:./", ["bundle.zip + all"]],
  ["bundle.zip:src/foo.ts", ["bundle.zip + member src/foo.ts"]],
  ["bundle.zip:src/", ["bundle.zip + folder src/"]],
  ["dir/a.tar:x", ["dir/a.tar + member x"]],
  ["/abs/a.tar.gz:dir/", ["/abs/a.tar.gz + folder dir/"]],
  ["a.TGZ:Dir/B.txt", ["a.TGZ + member Dir/B.txt"]],
  ["a.Zip", ["a.Zip + all"]],
  ["a.zip:../x", ["a.zip + member ../x"]],
  ["a.zip:..", ["a.zip + member .."]],
  ["a.zip:/etc/passwd", ["a.zip + member /etc/passwd"]],
  ["a.zip:b:c.txt", ["a.zip + member b:c.txt"]],
  ["a.zip:b.zip", ["a.zip:b.zip + all", "a.zip + member b.zip"]],
  ["a.zip:b.tar:c", ["a.zip:b.tar + member c", "a.zip + member b.tar:c"]],
  ["a.zip.bak:c", []],
  ["a.zip/b.txt", []],
  [".zip:a", []],
  ["dir/.tar", []],
  ["zip:a", []],
  ["a.gz:b", []],
  ["src/main.ts", []],
  ["", []],
])("%s", (path, expected) => {
  expect(readings(path)).toEqual(expected);
});
