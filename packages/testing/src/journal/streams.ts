import { type HttpResponse, isStream, type ResponseWriter } from "@svc/http";

/** A writer that passes everything on; parts of it can be replaced. */
export function passTo(writer: ResponseWriter): ResponseWriter {
  return {
    connection: writer.connection,
    write: (chunk) => writer.write(chunk),
    onDrain: (callback) => writer.onDrain(callback),
    onClose: (callback) => writer.onClose(callback),
    end: (trailers) => writer.end(trailers),
    abort: () => writer.abort(),
  };
}

/** Puts a writer of one's own before that of a streamed response; others stay as they are. */
export function mapStream(response: HttpResponse, map: (writer: ResponseWriter) => ResponseWriter): HttpResponse {
  const { body } = response;
  if (!isStream(body)) return response;
  return { ...response, body: { start: (writer) => body.start(map(writer)), cancel: () => body.cancel?.() } };
}

/** A response with another body, without its length. */
export function withStream(response: HttpResponse, start: (writer: ResponseWriter) => void): HttpResponse {
  return { status: response.status, headers: response.headers, body: { start } };
}
