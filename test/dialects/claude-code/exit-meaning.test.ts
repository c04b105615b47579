// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the shell's
import { describe, expect, test } from "vitest";
import { isFailure } from "../../../src/dialects/claude-code/exit-meaning.ts";
import { lastCommand } from "../../../src/dialects/claude-code/last-command.ts";

describe("the last command", () => {
  test.each<[string, readonly string[] | undefined]>([
    ["grep x f", ["grep", "x", "f"]],
    ["cd a && grep x f", ["grep", "x", "f"]],
    ["false || grep x", ["grep", "x"]],
    ["cat f | grep x", ["grep", "x"]],
    ["cat f |& grep x", ["grep", "x"]],
    ["echo a; grep x", ["grep", "x"]],
    ["echo a;grep x;", ["grep", "x"]],
    ["echo a\ngrep x\n\n", ["grep", "x"]],
    ["grep x f # and that's it; true", ["grep", "x", "f"]],
    ["grep x f\n# that's it\n", ["grep", "x", "f"]],
    ["# first\ngrep a#b $# c", ["grep", "a#b", "$#", "c"]],
    ["cd a && \\\n  grep \\\n x", ["grep", "x"]],
    ["gr\\\nep x", ["grep", "x"]],
    ["LC_ALL=C A='b c' B+=d grep x", ["grep", "x"]],
    ["a=(1 2; 3) grep x", ["grep", "x"]],
    ["A=1", undefined],
    ["grep 'a; b' \"c | d\" e\\;f", ["grep", "a; b", "c | d", "e;f"]],
    ['grep "it\'s" \'say "hi"; b\'', ["grep", "it's", 'say "hi"; b']],
    ['grep "a\\"; b" \'\\\' c', ["grep", 'a\\"; b', "\\", "c"]],
    ["grep $'it\\'s; b' c", ["grep", "$'it\\'s; b'", "c"]],
    ["'grep' x; \"grep\" y; \\grep z", ["grep", "z"]],
    ['grep "$(cat "a; b" | head)" c', ["grep", '$(cat "a; b" | head)', "c"]],
    ["grep $(echo ')' ; echo b) c", ["grep", "$(echo ')' ; echo b)", "c"]],
    ["grep `echo a; echo \\` b` c", ["grep", "echo a; echo \\` b", "c"]],
    ['grep "`a; b`" c', ["grep", "`a; b`", "c"]],
    ['grep ${x:-a; "}"} c', ["grep", '${x:-a; "}"}', "c"]],
    ['grep "${x:-a; b}" c', ["grep", "${x:-a; b}", "c"]],
    ["grep $((1 + (2 | 3))) c", ["grep", "$((1 + (2 | 3)))", "c"]],
    ["diff <(sort a; true) <(sort b)", ["diff", "<(", "<("]],
    ["grep x f 2>&1", ["grep", "x", "f", "2", ">&", "1"]],
    ["grep x f &>/dev/null", ["grep", "x", "f", "&>", "/dev/null"]],
    ["grep x <<<'a; b'", ["grep", "x", "<<<", "a; b"]],
    ["grep x f >out; true", ["true"]],
    [">out grep x", [">", "out", "grep", "x"]],
    ["(cd a; grep x)", ["("]],
    ["(cd a; make) && grep x", ["grep", "x"]],
    ["for f in *; do grep x $f; done", ["done"]],
    ["while read x; do :; done | grep x", ["grep", "x"]],
    ["{ echo a; grep x; }", ["}"]],
    ["! grep x", ["!", "grep", "x"]],
    ["find . \\( -name a -o -name b \\) -exec grep x {} \\;", ["find", ".", "(", "-name", "a", "-o", "-name", "b", ")", "-exec", "grep", "x", "{}", ";"]],
    ["", undefined],
    ["# nothing", undefined],
    ["cat <<X\ngrep x\nX", undefined],
    ["echo $(cat <<X\n)\nX\n); grep x", undefined],
    ["case a in a) grep x ;; esac", undefined],
    ["echo $(a # it's\n); grep x", undefined],
    ['grep "${x:-it\'s}" f', undefined],
    ["grep 'x", undefined],
    ['grep "x', undefined],
    ["grep `x", undefined],
    ["grep $(x", undefined],
    ["grep x)", undefined],
    [`grep ${"x".repeat(20_000)}`, undefined],
  ])("%j", (line, words) => {
    expect(lastCommand(line)).toEqual(words);
  });

  test.each(["(", "$(", '"$(', "${", "a=(", "$(("])("however many %j there are, none is closed", (open) => {
    expect(lastCommand(`grep ${open.repeat(5_000)}`)).toBeUndefined();
  });
});

describe("exit code 1", () => {
  test.each<[string, boolean]>([
    ["grep x f", false],
    ["cd src && grep -rn x .", false],
    ["cat f | egrep x", false],
    ["/usr/bin/grep x f", false],
    ["rg x", false],
    ["diff a b", false],
    ["diff <(sort a) <(sort b)", false],
    ["git diff --exit-code", false],
    ["git --no-pager -C sub -c a=b diff --quiet", false],
    ["test -f x", false],
    ["[ -f x ]", false],
    ["find . -name x", false],
    ["LC_ALL=C grep x f 2>/dev/null", false],
    ["false", true],
    ["grep x f | wc -l", true],
    ["grep x f; false", true],
    ["git log", true],
    ["git", true],
    ["git -C", true],
    ["mygrep x", true],
    ["grepper x", true],
    ["[[ -f x ]]", true],
    ["echo grep; exit 1", true],
    ["$(echo grep) x", true],
    ["cat <<X\ngrep\nX", true],
  ])("of %j is a failure: %s", (command, expected) => {
    expect(isFailure(1, command)).toBe(expected);
  });

  test("other codes are what they are", () => {
    expect([0, 2, 127, 143].map((code) => isFailure(code, "grep x f"))).toEqual([false, true, true, true]);
  });
});
