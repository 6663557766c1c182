import type { Storage } from "@svc/storage";

/** Why nothing can be written; undefined where nothing hinders it. */
export async function storageProblem(storage: Storage): Promise<string | undefined> {
  try {
    return (await storage.status()).writeFailure;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
