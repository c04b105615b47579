// What commands inherit: the server's environment without our own settings and without what looks like a secret.

/** What opens the server is not for what it runs, even if it is asked for. */
const NEVER_PASSED = "FOSSICK_TOKEN";
const SECRET = /^FOSSICK_|TOKEN|SECRET|PASSWORD|_KEY$/i;
/** Commands have no terminal: nothing may wait for one. A user's own choice stands. */
const QUIET: Readonly<Record<string, string>> = { GIT_TERMINAL_PROMPT: "0", PAGER: "cat", GIT_PAGER: "cat", DEBIAN_FRONTEND: "noninteractive" };

export function commandEnvironment(env: Readonly<Record<string, string | undefined>>, passed: readonly string[]): Readonly<Record<string, string>> {
  const inherited = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && name !== NEVER_PASSED && (passed.includes(name) || !SECRET.test(name)) ? [[name, value]] : [],
  );
  return { ...QUIET, ...Object.fromEntries(inherited) };
}
