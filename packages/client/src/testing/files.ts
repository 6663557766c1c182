import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory that is deleted with the test. */
export interface Files extends Disposable {
  readonly dir: string;
  /** @returns its path */
  put(name: string, text: string): string;
}

export function temporaryFiles(): Files {
  const dir = mkdtempSync(join(tmpdir(), "client-"));
  return {
    dir,
    put: (name, text) => {
      const path = join(dir, name);
      writeFileSync(path, text, { mode: 0o700 });
      return path;
    },
    [Symbol.dispose]: () => rmSync(dir, { recursive: true }),
  };
}
