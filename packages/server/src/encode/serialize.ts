import type { MaybePromise } from "@svc/base";
import { byteLengthOf, type HttpResponse, isStream } from "@svc/http";
import type { RequestState } from "../request/request-state.ts";
import type { Form } from "./form.ts";

/** Encodes a response; if the request is traced, within a span of its own. */
export function serialize<T extends MaybePromise<HttpResponse>>(
  { times, auditId, info }: Pick<RequestState, "times" | "auditId" | "info">,
  { contentType: mediaType }: Pick<Form, "contentType">,
  encode: () => T,
): T {
  const { trace, event } = times;
  if (trace === undefined) return encode();
  const attributes = { "audit-id": auditId, method: info.method ?? "", url: info.path, mediaType };
  return trace("SerializeObject", attributes, () => {
    const response = encode();
    const sized = ({ body }: HttpResponse): void =>
      event?.("About to start writing response", isStream(body) ? {} : { size: byteLengthOf(body) });
    // A failure is reported by whoever waits for the response.
    if (response instanceof Promise) void response.then(sized, () => undefined);
    else sized(response as HttpResponse);
    return response;
  });
}
