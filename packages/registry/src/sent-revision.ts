import { parseUnsigned } from "@svc/base";
import { type ObjectMeta, plainError } from "@svc/meta";

/**
 * The revision that a sent object names by its `resourceVersion`; 0 for none.
 * @throws {StatusError} 500 when it is no number below 2^64
 */
export function sentRevision({ resourceVersion = "" }: ObjectMeta): bigint {
  if (resourceVersion === "") return 0n;
  const parsed = parseUnsigned(resourceVersion);
  if (!parsed.ok) throw plainError(parsed.problem);
  return parsed.value;
}
