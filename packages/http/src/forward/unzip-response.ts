import { createGunzip, type Gunzip } from "node:zlib";
import type { Exchange, ExchangeRequest, ResponseReceiver } from "../client/exchange/exchange.ts";
import type { HttpClient } from "../client/http-client.ts";
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
    if (this.#gunzip === undefined) this.#receiver.end(trailers);
    else this.#gunzip.once("end", () => this.#receiver.end(trailers)).end();
  }

  fail(error: unknown): void {
    const gunzip = this.#gunzip;
    if (gunzip === undefined) this.#receiver.fail(error);
    // What arrived before still passes.
    else gunzip.once("close", () => this.#receiver.fail(error)).end(() => gunzip.destroy());
  }

  resume(): void {
    if (this.#gunzip === undefined) this.exchange?.resume();
    else this.#gunzip.resume();
  }

  abort(): void {
    this.#gunzip?.destroy();
    this.exchange?.abort();
  }

  #open(): Gunzip {
    const gunzip = createGunzip();
    gunzip.on("data", (piece: Buffer) => {
      if (!this.#receiver.data(piece)) gunzip.pause();
    });
    gunzip.on("drain", () => this.exchange?.resume());
    gunzip.on("error", (error) => {
      this.exchange?.abort();
      this.#receiver.fail(error);
    });
    return gunzip;
  }
}

function isZipped(status: number, headers: HeaderLines): boolean {
  const hasBody = status !== 204 && status !== 304 && headerOf(headers, "content-length") !== "0";
  return hasBody && headerOf(headers, "content-encoding")?.toLowerCase() === "gzip";
}
