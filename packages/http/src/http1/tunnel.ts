import type { Duplex } from "node:stream";
import type { BodyStream } from "../body-stream.ts";
import type { ResponseWriter, Tunnel } from "../http.ts";

interface TunnelSource {
  /** Called when the bytes of the client are first read. */
  readonly open: () => BodyStream;
  readonly take: () => Duplex;
}

/** Both directions of a connection that switched protocols. */
export function tunnelOf(writer: ResponseWriter, { open, take }: TunnelSource): Tunnel {
  let body: BodyStream | undefined;
  return {
    writer,
    take,
    get body() {
      body ??= open();
      return body;
    },
  };
}
