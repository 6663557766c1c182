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
  return new OpenTunnel(writer, { open, take });
}

class OpenTunnel implements Tunnel {
  readonly writer: ResponseWriter;
  readonly take: () => Duplex;
  readonly #open: () => BodyStream;
  #body: BodyStream | undefined;

  constructor(writer: ResponseWriter, { open, take }: TunnelSource) {
    this.writer = writer;
    this.take = take;
    this.#open = open;
  }

  get body(): BodyStream {
    return (this.#body ??= this.#open());
  }
}
