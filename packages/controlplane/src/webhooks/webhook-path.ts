import { posix } from "node:path";

/**
 * The path that a webhook is called at: repeated and trailing slashes and dot segments are removed,
 * since servers redirect such paths, and redirects are not followed.
 */
export function webhookPath(path: string): string {
  return posix.resolve("/", path);
}
