// The ready deny list of --deny-secrets. It is off by default: agents need `.env` files.
import type { DenyPattern } from "./fence.ts";

/** What shows the shape of a secret and holds none. */
const EXAMPLES: readonly string[] = [".example", ".sample", ".template", ".dist"];

export const SECRETS: readonly DenyPattern[] = [
  { glob: ".env*", exceptEndings: EXAMPLES },
  ...["id_rsa", "id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk", "*.pem", "*.key", "*.p12", "*.pfx", "*.ppk"].map(plain),
  ...[".netrc", "_netrc", ".npmrc", ".git-credentials", ".ssh", ".aws"].map(plain),
];

/** The list in one line, for people. */
export function secretsText(): string {
  return SECRETS.map(({ glob, exceptEndings }) =>
    exceptEndings.length === 0 ? glob : `${glob} (except ${exceptEndings.map((ending) => `*${ending}`).join(", ")})`,
  ).join(", ");
}

function plain(glob: string): DenyPattern {
  return { glob, exceptEndings: [] };
}
