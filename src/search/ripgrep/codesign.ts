// macOS kills binaries that have only the linker's signature: sign the bundled one ad hoc, once, if needed.

export type RunTool = (file: string, args: readonly string[]) => Promise<{ readonly stdout: string; readonly stderr: string }>;

/** Does nothing but on macOS, and there only if the signature is the linker's. Failures are left to the run itself to show. */
export async function makeRunnable(binary: string, platform: string, run: RunTool): Promise<void> {
  if (platform !== "darwin") return;
  const attempt = (file: string, ...args: string[]) => run(file, args).catch(() => ({ stdout: "", stderr: "" })); // a read-only install cannot be signed
  const { stdout, stderr } = await attempt("codesign", "-vv", "-d", binary);
  if (!`${stdout}${stderr}`.includes("linker-signed")) return;
  await attempt("codesign", "--sign", "-", "--force", "--preserve-metadata=entitlements,requirements,flags,runtime", binary);
  await attempt("xattr", "-d", "com.apple.quarantine", binary);
}
