import {
  acceptWebSocket,
  type HttpRequest,
  type HttpResponse,
  type Upgrade,
  type WebSocketConnection,
} from "@svc/http";
import { connectionError, readWhole } from "@svc/http/client";
import { headerOf } from "@svc/http/forward";
import { createSpdySession, type SpdySession, type SpdyStream } from "../spdy/spdy-session.ts";
import { kubeletUserAgent } from "../targets/kubelet-options.ts";
import { hostAndPort } from "../targets/target.ts";
import { commandStatus, internalError, type Outcome, refusedCommand } from "./command-status.ts";
import type { KubeletStream } from "./kubelet-stream.ts";
import { terminalSize } from "./terminal-size.ts";

/** The subprotocol of `exec` and `attach` that is translated to SPDY. */
export const remoteCommandProtocol = "v5.channel.k8s.io";

/** Subprotocols that kubelets are offered, the newest first. */
const kubeletProtocols: readonly string[] = [
  remoteCommandProtocol,
  "v4.channel.k8s.io",
  "v3.channel.k8s.io",
  "v2.channel.k8s.io",
  "channel.k8s.io",
];

/** The first byte of a message: the stream that it belongs to. */
const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const;

interface RemoteCommandOptions {
  readonly request: Pick<HttpRequest, "header" | "signal">;
  readonly upgrade: Upgrade;
  readonly stream: KubeletStream;
  readonly streams: {
    readonly stdin: boolean | undefined;
    readonly stdout: boolean | undefined;
    readonly stderr: boolean | undefined;
    readonly tty: boolean | undefined;
  };
}

/** Accepts a WebSocket, and runs the command of its request over SPDY. */
export function acceptRemoteCommand(options: RemoteCommandOptions): HttpResponse {
  let command: RemoteCommand | undefined;
  return acceptWebSocket(options.request, options.upgrade, {
    protocol: remoteCommandProtocol,
    onOpen: (connection) => {
      command = new RemoteCommand(connection, options);
      void command.run();
    },
    onMessage: ({ data }) => command?.receive(data),
  });
}

/** A class, since its methods share the state of one connection. */
class RemoteCommand {
  readonly #connection: WebSocketConnection;
  readonly #options: RemoteCommandOptions;
  readonly #abort = new AbortController();
  /** Resolves when the kubelet's streams are open; earlier data waits for it. */
  readonly #opened = Promise.withResolvers<void>();
  #session: SpdySession | undefined;
  #stdin: SpdyStream | undefined;
  #resize: SpdyStream | undefined;
  #resume: (() => void) | undefined;
  #isOver = false;

  constructor(connection: WebSocketConnection, options: RemoteCommandOptions) {
    this.#connection = connection;
    this.#options = options;
    connection.onClose(() => this.#leave());
    connection.onDrain(() => this.#go());
  }

  async run(): Promise<void> {
    const { stdout, stderr } = this.#options.streams;
    if (stdout === true) this.#send(channels.stdout, noBytes);
    if (stderr === true) this.#send(channels.stderr, noBytes);
    this.#send(channels.error, noBytes);
    try {
      this.#finish(await this.#execute());
    } catch (error) {
      this.#finish(internalError(error instanceof Error ? error.message : String(error)));
    }
  }

  async receive(data: Buffer): Promise<void> {
    await this.#opened.promise;
    const [channel] = data;
    if (channel === channels.stdin) await this.#stdin?.write(data.subarray(1));
    else if (channel === channels.resize) {
      const size = terminalSize(data.subarray(1));
      if (size.length > 0) await this.#resize?.write(size);
    } else if (channel === channels.close && data[1] === channels.stdin) this.#stdin?.end();
  }

  async #execute(): Promise<Outcome> {
    const { stream, streams } = this.#options;
    const { client, target, url, path } = stream;
    const headers = ["Host", url.host, "User-Agent", kubeletUserAgent];
    for (const protocol of kubeletProtocols) headers.push("X-Stream-Protocol-Version", protocol);
    const offer = { method: "POST", url, path, headers, protocol: "SPDY/3.1", signal: this.#abort.signal };
    const result = await client.upgrade(offer).catch((error: unknown) => {
      const why = connectionError(error, { host: hostAndPort(target), hostname: target.host });
      throw new Error(`error sending request: Post "${url.origin}${path}": ${why}`, { cause: error });
    });
    if (result.kind === "refused") return refusedCommand((await readWhole(result)).toString("utf8"));
    const session = createSpdySession(result.socket, result);
    this.#session = session;
    const version = headerOf(result.headers, "x-stream-protocol-version") ?? "";
    const hasStatus = version === remoteCommandProtocol || version === "v4.channel.k8s.io";
    const error = collectedError(session, hasStatus);
    if (streams.stdin === true) this.#stdin = session.open({ streamtype: "stdin" }, ignored);
    const outputs = [
      ...(streams.stdout === true ? [this.#output(session, "stdout")] : []),
      ...(streams.stderr === true && streams.tty !== true ? [this.#output(session, "stderr")] : []),
    ];
    if (streams.tty === true) this.#resize = session.open({ streamtype: "resize" }, ignored);
    this.#opened.resolve();
    const [text] = await Promise.all([error, ...outputs]);
    return commandStatus(text, hasStatus);
  }

  #output(session: SpdySession, name: "stdout" | "stderr"): Promise<void> {
    return new Promise((resolve) => {
      const onData = (data: Buffer): void | Promise<void> => {
        if (!this.#send(channels[name], data) && !this.#isOver)
          return new Promise<void>((go) => {
            this.#resume = go;
          });
      };
      session.open({ streamtype: name }, { onData, onEnd: () => resolve() }).end();
    });
  }

  #send(channel: number, data: Buffer): boolean {
    return this.#connection.send("binary", Buffer.from([channel]), data);
  }

  #finish(outcome: Outcome): void {
    if (!this.#isOver) {
      this.#send(channels.error, Buffer.from(JSON.stringify(outcome)));
      this.#connection.close();
    }
    this.#leave();
  }

  #leave(): void {
    this.#isOver = true;
    this.#opened.resolve();
    this.#go();
    this.#session?.close();
    this.#abort.abort(new Error("the client is gone"));
  }

  #go(): void {
    this.#resume?.();
    this.#resume = undefined;
  }
}

const noBytes = Buffer.alloc(0);
const ignored = { onData: (): void => undefined, onEnd: (): void => undefined };
const maxStatusBytes = 1024 * 1024;
const maxStatusPieces = 1_000;

/**
 * What the error stream brings until it ends.
 * @param hasStatus whether a command that succeeds has a status too
 */
function collectedError(session: SpdySession, hasStatus: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let pieces: Buffer[] = [];
    let length = 0;
    const onData = (data: Buffer): void => {
      length += data.length;
      if (length > maxStatusBytes) {
        pieces = [];
        reject(new Error(`the kubelet's status has more than ${maxStatusBytes} bytes`));
        return;
      }
      pieces.push(data);
      // Many small pieces take more memory than their bytes.
      if (pieces.length > maxStatusPieces) pieces = [Buffer.concat(pieces)];
    };
    const onEnd = (isWhole: boolean): void => {
      // Kubelets write a status and close the connection. Without a status the outcome of the
      // command is unknown, and must not be reported as a success.
      if (isWhole || length > 0 || !hasStatus) resolve(Buffer.concat(pieces).toString("utf8"));
      else reject(new Error("the connection to the kubelet was lost"));
    };
    session.open({ streamtype: "error" }, { onData, onEnd }).end();
  });
}
