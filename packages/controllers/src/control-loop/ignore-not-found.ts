import { hasReason } from "@svc/meta";

/** Returns the result of a request, or undefined if it fails with NotFound. */
export async function ignoreNotFound<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (hasReason(error, "NotFound")) return undefined;
    throw error;
  }
}
