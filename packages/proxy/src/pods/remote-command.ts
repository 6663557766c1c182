import {
  acceptWebSocket,
  type HttpRequest,
  type HttpResponse,
  type Upgrade,
  type WebSocketConnection,
} from "@svc/http";
import type { SpdySession, SpdyStream, StreamEnd } from "../spdy/spdy-session.ts";
import { commandStatus, internalError, type Outcome, refusedCommand, reportsSuccess } from "./command-status.ts";
import { openKubeletSession } from "./kubelet-session.ts";
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
  /** Rejects when the kubelet refuses a stream. */
  readonly #refused = Promise.withResolvers<never>();
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
    // Clients that wait for a first message get one, of the first channel that is open.
    this.#send(stdout === true ? channels.stdout : stderr === true ? channels.stderr : channels.error, noBytes);
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
    const answer = await openKubeletSession(stream, kubeletProtocols, this.#abort.signal);
    if (answer.kind === "refused") return refusedCommand(answer.text);
    const { session, protocol } = answer;
    this.#session = session;
    const error = collectedError(session, protocol);
    if (streams.stdin === true) this.#stdin = this.#input("stdin");
    const outputs = [
      ...(streams.stdout === true ? [this.#output("stdout")] : []),
      ...(streams.stderr === true && streams.tty !== true ? [this.#output("stderr")] : []),
    ];
    if (streams.tty === true) this.#resize = this.#input("resize");
    this.#opened.resolve();
    const [text] = await Promise.race([Promise.all([error, ...outputs]), this.#refused.promise]);
    return commandStatus(text, protocol);
  }

  #input(name: "stdin" | "resize"): SpdyStream | undefined {
    return this.#session?.open({ streamtype: name }, { onData: () => undefined, onEnd: (end) => this.#check(end) });
  }

  /** A kubelet that refuses one stream of a command does not run it. */
  #check(end: StreamEnd): void {
    if (end === "refused") this.#refused.reject(new Error("Stream reset"));
  }

  #output(name: "stdout" | "stderr"): Promise<void> {
    return new Promise((resolve) => {
      const onData = (data: Buffer): void | Promise<void> => {
        if (!this.#send(channels[name], data) && !this.#isOver)
          return new Promise<void>((go) => {
            this.#resume = go;
          });
      };
      const onEnd = (end: StreamEnd): void => {
        this.#check(end);
        resolve();
      };
      this.#session?.open({ streamtype: name }, { onData, onEnd }).end();
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
const maxStatusBytes = 1024 * 1024;
const maxStatusPieces = 1_000;

/**
 * The content of the error stream. @param protocol of the streams
 */
function collectedError(session: SpdySession, protocol: string): Promise<string> {
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
    const onEnd = (end: StreamEnd): void => {
      // Kubelets write a status and close the connection. Without a status the outcome of the
      // command is unknown, and must not be reported as a success.
      if (end === "whole" || length > 0 || !reportsSuccess(protocol)) resolve(Buffer.concat(pieces).toString("utf8"));
      else reject(new Error(end === "refused" ? "Stream reset" : "the connection to the kubelet was lost"));
    };
    session.open({ streamtype: "error" }, { onData, onEnd }).end();
  });
}
