import { type ClientHttp2Session, connect } from "node:http2";
import { TLSSocket } from "node:tls";
import type { buildConnector } from "undici";
import {
  type Exchange,
  type ExchangeOptions,
  type ExchangeRequest,
  type ResponseReceiver,
  startExchange,
} from "./exchange.ts";
import { startHttp2Exchange } from "./http2-exchange.ts";
import { openSocket } from "./open-socket.ts";

/** How the exchanges of one client reach their servers. */
export interface OriginOptions extends ExchangeOptions {
  /** Offers HTTP/2. @default it is not offered */
  readonly connector?: buildConnector.connector;
}

/** Streams of one session, where its server allows more. */
const maxStreams = 1000;
/** What a server allows before it says so. Source: RFC 9113 section 6.5.2. */
const firstMaxStreams = 100;
const streamWindowBytes = 256 * 1024;
const sessionWindowBytes = 16 * 1024 * 1024;

interface Session {
  readonly http2: ClientHttp2Session;
  streams: number;
}

interface Sending {
  readonly request: ExchangeRequest;
  readonly receiver: ResponseReceiver;
  readonly isRepeated: boolean;
}

/** Sends the requests to one origin over the version of HTTP that it speaks. */
export class OriginExchanges {
  readonly #origin: string;
  readonly #options: OriginOptions;
  #protocol: "unknown" | "http1" | "http2";
  readonly #sessions: Session[] = [];
  /** A connection that is being opened, for all requests that wait for one. */
  #opening: Promise<Session | undefined> | undefined;

  constructor(origin: string, options: OriginOptions) {
    this.#origin = origin;
    this.#options = options;
    this.#protocol = options.connector === undefined || !origin.startsWith("https:") ? "http1" : "unknown";
  }

  start(request: ExchangeRequest, receiver: ResponseReceiver): Exchange {
    return this.#start({ request, receiver, isRepeated: false });
  }

  /** Sessions end when their exchanges are over. */
  close(): void {
    for (const { http2 } of this.#sessions) http2.close();
  }

  #start(sending: Sending): Exchange {
    if (this.#protocol === "http1") return startExchange(sending.request, sending.receiver, this.#options);
    const session = this.#sessions.find(hasRoom);
    return session === undefined ? this.#startLater(sending) : this.#startOver(session, sending);
  }

  #startLater(sending: Sending): Exchange {
    let started: Exchange | undefined;
    let isAborted = false;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    const begin = (session: Session | undefined): void => {
      if (isAborted) return;
      const usable = session === undefined || hasRoom(session) ? session : undefined;
      started = usable === undefined ? this.#start(sending) : this.#startOver(usable, sending);
    };
    this.#opening.then(begin, (error: unknown) => {
      if (!isAborted) sending.receiver.fail(this.#options.errorOf(error));
    });
    return {
      resume: () => started?.resume(),
      abort: () => {
        isAborted = true;
        started?.abort();
      },
    };
  }

  /** A server that speaks HTTP/1.1 gets connections of its own, since requests can't share them. */
  async #open(): Promise<Session | undefined> {
    const { connector } = this.#options;
    if (connector === undefined) return undefined;
    const socket = await openSocket(new URL(this.#origin), connector);
    const isHttp2 = socket instanceof TLSSocket && socket.alpnProtocol === "h2";
    this.#protocol = isHttp2 ? "http2" : "http1";
    if (!isHttp2) {
      socket.destroy();
      return undefined;
    }
    const http2 = connect(this.#origin, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: streamWindowBytes },
    });
    const session: Session = { http2, streams: 0 };
    this.#sessions.push(session);
    http2.on("connect", () => http2.setLocalWindowSize(sessionWindowBytes));
    http2.on("goaway", () => this.#drop(session));
    http2.on("close", () => this.#drop(session));
    // Its streams fail, and tell so.
    http2.on("error", () => this.#drop(session));
    return session;
  }

  #startOver(session: Session, { request, receiver, isRepeated }: Sending): Exchange {
    session.streams++;
    let isReleased = false;
    const release = (): void => {
      if (!isReleased) session.streams--;
      isReleased = true;
    };
    const fail = (error: unknown): void => {
      release();
      receiver.fail(this.#options.errorOf(error));
    };
    let running: Exchange;
    const onLost = (error: unknown): void => {
      const isSafe = request.method === "GET" && request.body === undefined;
      if (isSafe && !isRepeated) {
        release();
        this.#drop(session);
        running = this.#start({ request, receiver, isRepeated: true });
      } else fail(error);
    };
    const counted: ResponseReceiver = {
      head: (status, headers) => receiver.head(status, headers),
      data: (chunk) => receiver.data(chunk),
      end: () => {
        release();
        receiver.end();
      },
      fail,
    };
    running = startHttp2Exchange(session.http2, request, { receiver: counted, onLost });
    return {
      resume: () => running.resume(),
      abort: () => {
        release();
        running.abort();
      },
    };
  }

  #drop(session: Session): void {
    const at = this.#sessions.indexOf(session);
    if (at >= 0) this.#sessions.splice(at, 1);
    // What is under way may end.
    if (!session.http2.closed) session.http2.close();
  }
}

function hasRoom({ http2, streams }: Session): boolean {
  const { maxConcurrentStreams = firstMaxStreams } = http2.remoteSettings ?? {};
  return streams < Math.min(maxStreams, maxConcurrentStreams) && !http2.closed && !http2.destroyed;
}
