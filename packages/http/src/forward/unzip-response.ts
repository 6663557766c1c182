import { createGunzip, type Gunzip } from "node:zlib";
import type { Exchange, ExchangeRequest, ResponseReceiver } from "../client/exchange/exchange.ts";
import type { HttpClient } from "../client/http-client.ts";
import { isBodiless } from "../content-length.ts";
import { headerOf } from "./forwarded-headers.ts";

type HeaderLines = readonly (readonly [name: string, value: string])[];

/**
 * Requests a compressed response on behalf of a client that has no preference. The receiver gets
 * the response without the compression.
 */
export function unzippedExchange(
  client: Pick<HttpClient, "exchange">,
  request: ExchangeRequest,
  receiver: ResponseReceiver,
): Exchange {
  const unzipping = new Unzipping(receiver);
  unzipping.exchange = client.exchange(
    { ...request, headers: [...request.headers, "Accept-Encoding", "gzip"] },
    unzipping,
  );
  return unzipping;
}

class Unzipping implements ResponseReceiver, Exchange {
  readonly #receiver: ResponseReceiver;
  #gunzip: Gunzip | undefined;
  #trailers: HeaderLines = [];
  /** The end of the compressed bytes, where they broke off. */
  #failure: { readonly error: unknown } | undefined;
  #isAborted = false;
  exchange: Exchange | undefined;

  constructor(receiver: ResponseReceiver) {
    this.#receiver = receiver;
  }

  interim(status: number, headers: HeaderLines): void {
    this.#receiver.interim?.(status, headers);
  }

  head(status: number, headers: HeaderLines): void {
    if (!isZipped(status, headers)) {
      this.#receiver.head(status, headers);
      return;
    }
    this.#gunzip = this.#open();
    this.#receiver.head(
      status,
      headers.filter(([name]) => name !== "content-encoding" && name !== "content-length"),
    );
  }

  data(chunk: Buffer): boolean {
    return this.#gunzip === undefined ? this.#receiver.data(chunk) : this.#gunzip.write(chunk);
  }

  end(trailers: HeaderLines = []): void {
    this.#trailers = trailers;
    if (this.#gunzip === undefined) this.#finish(undefined);
    else this.#gunzip.end();
  }

  fail(error: unknown): void {
    this.#failure = { error };
    if (this.#gunzip === undefined) this.#finish(this.#failure);
    // The bytes that arrived before still pass.
    else this.#gunzip.end();
  }

  resume(): void {
    if (this.#gunzip === undefined) this.exchange?.resume();
    else this.#gunzip.resume();
  }

  abort(): void {
    this.#isAborted = true;
    this.#gunzip?.destroy();
    this.exchange?.abort();
  }

  #open(): Gunzip {
    const gunzip = createGunzip();
    gunzip.on("data", (piece: Buffer) => {
      if (!this.#receiver.data(piece)) gunzip.pause();
    });
    gunzip.on("drain", () => this.exchange?.resume());
    gunzip.on("end", () => this.#finish(this.#failure));
    gunzip.on("error", (error) => {
      this.exchange?.abort();
      this.#finish(this.#failure ?? { error });
    });
    return gunzip;
  }

  #finish(failure: { readonly error: unknown } | undefined): void {
    if (this.#isAborted) return;
    if (failure === undefined) this.#receiver.end(this.#trailers);
    else this.#receiver.fail(failure.error);
  }
}

function isZipped(status: number, headers: HeaderLines): boolean {
  const hasBody = !isBodiless(undefined, status) && headerOf(headers, "content-length") !== "0";
  return hasBody && headerOf(headers, "content-encoding")?.toLowerCase() === "gzip";
}
