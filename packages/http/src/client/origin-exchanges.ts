import type { Socket } from "node:net";
import type { Carried, Carrier, CarrierOwner, FailureKind, ResponseSink } from "./exchange/carrier.ts";
import { ConnectionLostError } from "./exchange/connection-lost-error.ts";
import type { Exchange, ExchangeRequest, ResponseReceiver } from "./exchange/exchange.ts";

/** Options for the connections to one origin. */
export interface OriginOptions {
  readonly open: () => Promise<Socket>;
  readonly carrierOf: (socket: Socket, owner: CarrierOwner) => Carrier;
  /** True where the first connection decides whether a connection carries several exchanges. */
  readonly mayMultiplex: boolean;
  readonly maxConnections: number;
}

/**
 * The exchanges with one origin. An exchange takes the connection that was used last and is free,
 * or waits for one that is opened or becomes free.
 */
export class OriginExchanges implements CarrierOwner {
  readonly #options: OriginOptions;
  readonly #carriers = new Set<Carrier>();
  /** Idle carriers; the most recently used one is last. */
  readonly #ready: Carrier[] = [];
  readonly #waiting = new Set<OriginExchange>();
  #opening = 0;
  /** One connection carries many exchanges; true until a connection is known that does not. */
  #multiplexes: boolean;
  #isClosing = false;

  constructor(options: OriginOptions) {
    this.#options = options;
    this.#multiplexes = options.mayMultiplex;
  }

  start(request: ExchangeRequest, receiver: ResponseReceiver): Exchange {
    const exchange = new OriginExchange(request, receiver, this);
    this.assign(exchange);
    return exchange;
  }

  /** Connections end when their exchanges are over. */
  close(): void {
    this.#isClosing = true;
    if (this.#waiting.size > 0) return;
    for (const carrier of [...this.#carriers]) carrier.close();
  }

  assign(exchange: OriginExchange): void {
    const carrier = this.#nextFree();
    if (carrier !== undefined) this.#sendOver(carrier, exchange);
    else {
      this.#waiting.add(exchange);
      this.#openMore();
    }
  }

  /** An exchange that waits is given up. */
  forget(exchange: OriginExchange): void {
    this.#waiting.delete(exchange);
  }

  released(carrier: Carrier): void {
    this.#ready.push(carrier);
    this.#assignWaiting();
    if (this.#isClosing && this.#waiting.size === 0) carrier.close();
  }

  gone(carrier: Carrier): void {
    this.#carriers.delete(carrier);
    const at = this.#ready.lastIndexOf(carrier);
    if (at >= 0) this.#ready.splice(at, 1);
    this.#openMore();
  }

  #nextFree(): Carrier | undefined {
    for (let last = this.#ready.at(-1); last !== undefined; last = this.#ready.at(-1)) {
      if (last.free > 0) return last;
      this.#ready.pop();
    }
    return undefined;
  }

  #sendOver(carrier: Carrier, exchange: OriginExchange): void {
    exchange.sendOver(carrier);
    if (carrier.free === 0 && this.#ready.at(-1) === carrier) this.#ready.pop();
  }

  #assignWaiting(): void {
    for (const exchange of this.#waiting) {
      const carrier = this.#nextFree();
      if (carrier === undefined) break;
      this.#waiting.delete(exchange);
      this.#sendOver(carrier, exchange);
    }
    this.#openMore();
  }

  #openMore(): void {
    const needed = this.#multiplexes ? Math.min(1, this.#waiting.size) : this.#waiting.size;
    while (this.#opening < needed && this.#carriers.size + this.#opening < this.#options.maxConnections) this.#open();
  }

  #open(): void {
    this.#opening++;
    this.#options.open().then(
      (socket) => {
        this.#opening--;
        const carrier = this.#options.carrierOf(socket, this);
        this.#multiplexes = carrier.multiplexes;
        this.#carriers.add(carrier);
        this.released(carrier);
      },
      (error: unknown) => {
        this.#opening--;
        this.#failWaiting(error);
        this.#openMore();
      },
    );
  }

  /** Fails as many waiting exchanges as a connection would have served. */
  #failWaiting(error: unknown): void {
    for (const exchange of [...this.#waiting].slice(0, this.#multiplexes ? undefined : 1)) {
      this.#waiting.delete(exchange);
      exchange.fail(error, { isUntouched: false });
    }
  }
}

/** Methods that change nothing. Source: RFC 9110, section 9.2.1. */
const onlyRead: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** A class: one is made for every request that is sent. */
class OriginExchange implements Exchange, ResponseSink {
  readonly #request: ExchangeRequest;
  readonly #receiver: ResponseReceiver;
  readonly #origin: OriginExchanges;
  #carried: Carried | undefined;
  #isRepeated = false;
  #isOver = false;

  constructor(request: ExchangeRequest, receiver: ResponseReceiver, origin: OriginExchanges) {
    this.#request = request;
    this.#receiver = receiver;
    this.#origin = origin;
  }

  sendOver(carrier: Carrier): void {
    try {
      this.#carried = carrier.send(this.#request, this);
    } catch (error) {
      this.fail(error, { isUntouched: false });
    }
  }

  resume(): void {
    this.#carried?.resume();
  }

  abort(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#carried === undefined) this.#origin.forget(this);
    else this.#carried.abort();
  }

  interim(status: number, headers: readonly (readonly [string, string])[]): void {
    if (!this.#isOver) this.#receiver.interim?.(status, headers);
  }

  head(status: number, headers: readonly (readonly [string, string])[]): void {
    if (!this.#isOver) this.#receiver.head(status, headers);
  }

  data(chunk: Buffer): boolean {
    return this.#isOver || this.#receiver.data(chunk);
  }

  end(trailers?: readonly (readonly [string, string])[]): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#receiver.end(trailers);
  }

  /**
   * A server may close an idle connection just when a request goes out on it. A request that only
   * reads is then sent once more, since that does nothing twice. So is a request that the server
   * refused unprocessed, if its body may be sent again.
   */
  fail(error: unknown, { isUntouched, isRefused = false }: FailureKind): void {
    if (this.#isOver) return;
    const { method, body, repeatsBody = false } = this.#request;
    const isReadAgain = isUntouched && onlyRead.has(method) && body === undefined;
    const isSentAgain = isReadAgain || (isRefused && (body === undefined || repeatsBody));
    if (isSentAgain && !this.#isRepeated && error instanceof ConnectionLostError) {
      this.#isRepeated = true;
      this.#carried = undefined;
      this.#origin.assign(this);
      return;
    }
    this.#isOver = true;
    this.#receiver.fail(error);
  }
}
