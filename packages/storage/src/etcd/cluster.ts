import { type Clock, type Log, pause } from "@svc/base";
import { StorageClosedError } from "../errors.ts";
import type { Call, CallEvents } from "./call.ts";
import { type Connection, createConnection, type EtcdTls } from "./connection.ts";
import { GrpcError, grpcCode } from "./grpc-error.ts";
import { createMessage, type MessageWriter } from "./protobuf.ts";
import {
  authenticateMethod,
  decodeAuthenticate,
  decodeStatus,
  encodeAuthenticate,
  type MemberStatus,
  statusMethod,
} from "./service-messages.ts";
import { unary } from "./unary.ts";

/** User and password. */
export interface EtcdUser {
  readonly name: string;
  readonly password: string;
}

interface ClusterOptions {
  /** At least one. Calls go to one member, and to the next when it fails. */
  readonly endpoints: readonly string[];
  readonly tls: EtcdTls;
  readonly user: EtcdUser | undefined;
  readonly requestTimeoutMs: number;
  readonly clock: Clock;
  readonly log: Log;
  /** @default calls are not followed */
  readonly traced?: TracedCalls | undefined;
}

/**
 * Follows calls to a member: `send` sends one with further headers, and resolves with its answer.
 * `method` is `/etcdserverpb.KV/Range` or such.
 */
export type TracedCalls = (
  method: string,
  send: (headers: Readonly<Record<string, string>>) => Promise<Buffer>,
) => Promise<Buffer>;

/** Options of a call. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether to retry when the outcome is unknown. Requests that never arrived are retried in any
   * case.
   */
  readonly idempotent: boolean;
}

/** An open stream and the status of its member. */
export interface OpenStream {
  readonly call: Call;
  readonly member: MemberStatus | undefined;
}

/** The members as one server: calls survive the failure of members where that is safe. */
export interface Cluster {
  /** @throws {GrpcError} {StorageClosedError} the reason of `signal` */
  call(method: string, request: MessageWriter, options: RequestOptions): Promise<Buffer>;
  /**
   * Opens a stream to one member. When it ends, the caller opens the next one, which goes to
   * another member.
   */
  stream(method: string, events: CallEvents): Promise<OpenStream>;
  /** Undefined if this user may not read it: later versions require administrators. */
  status(signal?: AbortSignal): Promise<MemberStatus | undefined>;
  /** Discards the token after a stream refused it. */
  forgetToken(): void;
  close(): void;
}

const connectTimeoutMs = 5000;
const firstPauseMs = 50;
const longestPauseMs = 1000;

/** Creates the client of a cluster. */
export function createCluster(options: ClusterOptions): Cluster {
  return new MemberCluster(options);
}

class MemberCluster implements Cluster {
  readonly #options: ClusterOptions;
  readonly #members = new WeakMap<Connection, Promise<MemberStatus | undefined>>();
  #current: Connection | undefined;
  #next = 0;
  #token: Promise<string> | undefined;
  #closed = false;

  constructor(options: ClusterOptions) {
    this.#options = options;
  }

  async call(method: string, request: MessageWriter, { signal, idempotent }: RequestOptions): Promise<Buffer> {
    const { clock, requestTimeoutMs, endpoints, user } = this.#options;
    const deadlineMs = clock.monotonic() + requestTimeoutMs;
    let pauseMs = firstPauseMs;
    let renewed = false;
    for (let failures = 1; ; failures++) {
      signal?.throwIfAborted();
      const leftMs = deadlineMs - clock.monotonic();
      const to = this.#connection();
      try {
        // A hanging member must leave time to try each of the others once. Each gets an equal part
        // of the time: without a leader, members retry only after half a second, so that ever
        // shorter waits would fail.
        const others = idempotent ? endpoints.length - 1 - ((failures - 1) % endpoints.length) : 0;
        const timeoutMs = leftMs / (others + 1);
        return await this.#attempt(to, { method, request, signal, timeoutMs });
      } catch (error) {
        if (!(error instanceof GrpcError) || signal?.aborted) throw error;
        if (isStaleToken(error) && user !== undefined && !renewed) {
          renewed = true;
          this.#token = undefined;
          continue;
        }
        if (isMembersFault(error)) this.#turnAway(to, error);
        const mayRepeat = error.unsent || (idempotent && isMembersFault(error));
        if (!mayRepeat || clock.monotonic() + pauseMs >= deadlineMs) throw error;
      }
      if (failures % endpoints.length > 0) continue;
      await pause(clock, pauseMs, { keepAlive: true });
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    }
  }

  async stream(method: string, events: CallEvents): Promise<OpenStream> {
    const to = this.#connection();
    const onEnd = (error: GrpcError | undefined): void => {
      if (error !== undefined) onFailure(error);
      events.onEnd(error);
    };
    const onFailure = (error: GrpcError): void => {
      if (isStaleToken(error)) this.#token = undefined;
      else if (isMembersFault(error)) this.#turnAway(to, error);
    };
    try {
      const [headers, member] = await Promise.all([this.#headersFor(to), this.#memberOf(to)]);
      // A member without a leader would stay silent: this header makes it end the stream instead.
      const call = to.open(method, { ...headers, hasleader: "true" }, { onMessage: events.onMessage, onEnd });
      return { call, member };
    } catch (error) {
      if (error instanceof GrpcError) onFailure(error);
      throw error;
    }
  }

  status(signal?: AbortSignal): Promise<MemberStatus | undefined> {
    return readStatus(this.call(statusMethod, createMessage(), { idempotent: true, signal }));
  }

  forgetToken(): void {
    this.#token = undefined;
  }

  close(): void {
    this.#closed = true;
    this.#current?.retire();
  }

  #connection(): Connection {
    const { endpoints, tls, clock } = this.#options;
    if (this.#closed) throw new StorageClosedError();
    if (this.#current?.usable) return this.#current;
    const endpoint = endpoints[this.#next % endpoints.length]!;
    this.#current = createConnection({ endpoint, tls, clock, connectTimeoutMs });
    return this.#current;
  }

  /**
   * Sends the next calls to the next member. Of calls that failed together, only the first one
   * switches.
   */
  #turnAway(from: Connection, error: GrpcError): void {
    const { endpoints, log } = this.#options;
    from.retire();
    if (this.#current !== from) return;
    this.#current = undefined;
    this.#next = (this.#next + 1) % endpoints.length;
    if (!this.#closed) log.warn("an etcd member failed", { endpoint: from.endpoint, error: error.message });
  }

  async #tokenFor(connection: Connection): Promise<string | undefined> {
    const { user, clock, requestTimeoutMs } = this.#options;
    if (user === undefined) return undefined;
    this.#token ??= unary(connection, {
      ...{ method: authenticateMethod, request: encodeAuthenticate(user), headers: {}, clock },
      timeoutMs: requestTimeoutMs,
    }).then(decodeAuthenticate);
    const mine = this.#token;
    try {
      return await mine;
    } catch (error) {
      if (this.#token === mine) this.#token = undefined;
      // A server without authentication accepts every client.
      if (error instanceof GrpcError && error.code === grpcCode.failedPrecondition) return undefined;
      throw error;
    }
  }

  async #headersFor(connection: Connection): Promise<Readonly<Record<string, string>>> {
    await connection.ready();
    const token = await this.#tokenFor(connection);
    return token === undefined || token === "" ? {} : { token };
  }

  async #attempt(to: Connection, { method, request, signal, timeoutMs }: Attempt): Promise<Buffer> {
    const { clock, traced } = this.#options;
    const headers = await this.#headersFor(to);
    if (traced === undefined) return unary(to, { method, request, headers, clock, signal, timeoutMs });
    return traced(method, (more) =>
      unary(to, { method, request, headers: { ...headers, ...more }, clock, signal, timeoutMs }),
    );
  }

  #memberOf(connection: Connection): Promise<MemberStatus | undefined> {
    let member = this.#members.get(connection);
    if (member === undefined) {
      member = this.#requestStatus(connection);
      this.#members.set(connection, member);
      member.catch(() => this.#members.delete(connection));
    }
    return member;
  }

  #requestStatus(connection: Connection): Promise<MemberStatus | undefined> {
    const { requestTimeoutMs } = this.#options;
    const request = createMessage();
    return readStatus(
      this.#attempt(connection, { method: statusMethod, request, signal: undefined, timeoutMs: requestTimeoutMs }),
    );
  }
}

async function readStatus(answer: Promise<Buffer>): Promise<MemberStatus | undefined> {
  try {
    return decodeStatus(await answer);
  } catch (error) {
    if (error instanceof GrpcError && error.code === grpcCode.permissionDenied) return undefined;
    throw error;
  }
}

interface Attempt {
  readonly method: string;
  readonly request: MessageWriter;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** True for errors where another member may succeed. */
function isMembersFault({ code }: GrpcError): boolean {
  return code === grpcCode.unavailable || code === grpcCode.deadlineExceeded;
}

/** Tokens expire, and end when users or roles change. */
function isStaleToken({ code, message }: GrpcError): boolean {
  if (code === grpcCode.unauthenticated) return true;
  return code === grpcCode.invalidArgument && message.includes("revision of auth store is old");
}
