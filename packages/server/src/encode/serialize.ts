import type { MaybePromise } from "@svc/base";
import { byteLengthOf, type HttpResponse, isStream } from "@svc/http";
import type { RequestState } from "../request/request-state.ts";
import { mapResponse } from "../request/stage.ts";
import type { Form } from "./form.ts";

/** Encodes a response; measures it for audit, and gives it a span where the request is traced. */
export function serialize<T extends MaybePromise<HttpResponse>>(
  state: Pick<RequestState, "times" | "auditId" | "info" | "request">,
  form: Pick<Form, "contentType">,
  encode: () => T,
): T {
  const { times } = state;
  const { monotonic } = times;
  if (monotonic === undefined) return traced(state, form, encode);
  const startMs = monotonic();
  const written = (): void => {
    times.serializationMs = monotonic() - startMs;
  };
  const response = traced(state, form, encode);
  // The caller reports a failure.
  if (response instanceof Promise) void response.then(written, () => undefined);
  else written();
  return response;
}

function traced<T extends MaybePromise<HttpResponse>>(
  { times, auditId, info, request }: Pick<RequestState, "times" | "auditId" | "info" | "request">,
  { contentType: mediaType }: Pick<Form, "contentType">,
  encode: () => T,
): T {
  const { trace, event } = times;
  if (trace === undefined) return encode();
  const { connection } = request;
  const attributes = {
    "audit-id": auditId,
    method: info.method ?? "",
    url: info.path,
    ...(connection === undefined ? {} : { protocol: `HTTP/${connection.version}` }),
    mediaType,
  };
  return trace("SerializeObject", attributes, () => {
    const response = encode();
    const sized = ({ body }: HttpResponse): void => {
      const size = isStream(body) ? undefined : byteLengthOf(body);
      event?.("About to start writing response", size === undefined ? {} : { size });
      // A stream is written while it is read, after the span.
      if (size !== undefined) event?.("Write call succeeded", { size });
    };
    // The caller reports a failure.
    if (response instanceof Promise) void response.then(sized, () => undefined);
    else sized(response as HttpResponse);
    return response;
  });
}

/** Adds an event of the request's trace once the response is complete. */
export function withWrittenEvent(
  response: MaybePromise<HttpResponse>,
  { event }: RequestState["times"],
  attributes?: Readonly<Record<string, number>>,
): MaybePromise<HttpResponse> {
  return event === undefined
    ? response
    : mapResponse(response, (written) => {
        event("Writing http response done", attributes);
        return written;
      });
}
