import type { RequestState } from "../request/request-state.ts";
import type { Form } from "./form.ts";

/** Encodes an answer; where the request is traced, as a span of its own. */
export function serialize<T>(
  { times, auditId, info }: Pick<RequestState, "times" | "auditId" | "info">,
  { contentType: mediaType }: Pick<Form, "contentType">,
  encode: () => T,
): T {
  const { trace } = times;
  if (trace === undefined) return encode();
  return trace(
    "SerializeObject",
    { "audit-id": auditId, method: info.method ?? "", url: info.path, mediaType },
    encode,
  );
}
