import { spawn } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";
import { aFunction, aString, checkArgument, listOf, optional, optionsOf } from "@svc/base/check";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { type ServedStream, serveSpdy } from "./spdy-server.ts";

/** A server that responds as a kubelet does, and whose containers are processes of this machine. */
export interface TestKubelet extends AsyncDisposable {
  readonly port: number;
  /** PEM; the authority of its certificate. */
  readonly authority: string;
  /** Methods, paths and queries of all requests so far. */
  readonly requests: readonly string[];
  /** Sizes of terminals from clients, in order. */
  readonly terminalSizes: readonly TerminalSize[];
  /** Breaks all its connections off. */
  disconnect(): void;
}

/** In characters. */
export interface TerminalSize {
  readonly Width: number;
  readonly Height: number;
}

/** Options of a test kubelet: the behaviour of its containers. */
export interface TestKubeletOptions {
  /**
   * Lines of a log, one by one. @param query of the request
   * @default one line with the path
   */
  readonly logs?: (path: string, query: URLSearchParams) => AsyncIterable<string>;
  /** The text of `/metrics/resource`. @default the path is not served */
  readonly resourceMetrics?: () => string;
  /** The bytes with which it responds to upgrades. @default it switches to SPDY */
  readonly upgradeResponse?: () => string | undefined;
  /** The program to which `attach` connects. @default `cat` */
  readonly attached?: readonly string[];
}

const testKubeletOptions = optionsOf<TestKubeletOptions>({
  logs: optional(aFunction),
  resourceMetrics: optional(aFunction),
  upgradeResponse: optional(aFunction),
  attached: optional(listOf(aString)),
});

/** Starts a kubelet on a port of this machine. @throws {TypeError} for a wrong argument */
export async function startTestKubelet(options: TestKubeletOptions = {}): Promise<TestKubelet> {
  checkArgument("startTestKubelet: options", options, testKubeletOptions);
  const life = { nowMs: Date.now(), days: 1 };
  const authority = await makeAuthority({ subject: { commonName: "kubelets" }, ...life });
  const { certificate, key } = await issueCertificate(authority, {
    subject: { commonName: "node" },
    usage: "server",
    hosts: ["127.0.0.1"],
    ...life,
  });
  const requests: string[] = [];
  const terminalSizes: TerminalSize[] = [];
  const onSize = (size: TerminalSize): void => void terminalSizes.push(size);
  const sockets = new Set<Duplex>();
  const server = createServer({ cert: certificate, key }, (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void answer(request, response, options);
  });
  server.on("secureConnection", (socket: Duplex) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex) => {
    requests.push(`${request.method} ${request.url}`);
    switchProtocol(request, socket, { ...options, onSize });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const disconnect = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    authority: authority.certificate,
    requests,
    terminalSizes,
    disconnect,
    [Symbol.asyncDispose]: async () => {
      disconnect();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { logs = oneLine, resourceMetrics }: TestKubeletOptions,
): Promise<void> {
  const url = new URL(request.url ?? "", "https://kubelet");
  if (url.pathname === "/metrics/resource" && resourceMetrics !== undefined) {
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(resourceMetrics());
    return;
  }
  if (!url.pathname.startsWith("/containerLogs/")) {
    response.writeHead(404).end("404 page not found\n");
    return;
  }
  response.writeHead(200, { "content-type": "text/plain" });
  for await (const line of logs(url.pathname, url.searchParams)) {
    if (response.destroyed) return;
    response.write(`${line}\n`);
  }
  response.end();
}

async function* oneLine(path: string): AsyncIterable<string> {
  yield path;
}

interface SwitchOptions extends TestKubeletOptions {
  readonly onSize: (size: TerminalSize) => void;
}

function switchProtocol(request: IncomingMessage, socket: Duplex, options: SwitchOptions): void {
  const { attached = ["cat"], onSize } = options;
  const given = options.upgradeResponse?.();
  if (given !== undefined) {
    socket.end(given);
    return;
  }
  const url = new URL(request.url ?? "", "https://kubelet");
  const [, what] = url.pathname.split("/");
  const offered = (request.headers["x-stream-protocol-version"] ?? "").toString().split(",");
  const version = offered[0]?.trim() ?? "";
  const isSpdy = request.headers.upgrade?.toLowerCase() === "spdy/3.1";
  if (!isSpdy || (what !== "exec" && what !== "attach" && what !== "portForward")) {
    socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 9\r\nConnection: close\r\n\r\nForbidden");
    return;
  }
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: ${version}\r\n\r\n`,
  );
  if (what === "portForward") servePorts(socket);
  else {
    const query = url.searchParams;
    serveCommand(socket, { query, command: what === "exec" ? query.getAll("command") : attached, onSize });
  }
}

interface CommandOptions extends Pick<SwitchOptions, "onSize"> {
  readonly query: URLSearchParams;
  readonly command: readonly string[];
}

function serveCommand(socket: Duplex, { query, command, onSize }: CommandOptions): void {
  const expected = ["error", ...["input", "output", "tty"].filter((name) => query.get(name) === "1")];
  const isTty = query.get("tty") === "1";
  if (query.get("error") === "1" && !isTty) expected.push("stderr");
  const streams = new Map<string, ServedStream>();
  serveSpdy(socket, (stream) => {
    const type = stream.headers["streamtype"] ?? "";
    streams.set(type, stream);
    if (type === "resize") followSizes(stream, onSize);
    if (streams.size === expected.length) run(socket, streams, command);
  });
}

/** Each size is a line of JSON. */
function followSizes(stream: ServedStream, onSize: (size: TerminalSize) => void): void {
  let text = "";
  stream.onData = (data = Buffer.from("\n")) => {
    const lines = (text + data.toString("utf8")).split(/(?<=\})\s*/);
    text = lines.pop() ?? "";
    for (const line of lines) onSize(JSON.parse(line) as TerminalSize);
  };
}

function run(
  socket: Duplex,
  streams: ReadonlyMap<string, ServedStream>,
  [file = "", ...args]: readonly string[],
): void {
  const child = spawn(file, args, { stdio: "pipe" });
  const [input, output, problems, error] = ["stdin", "stdout", "stderr", "error"].map((name) => streams.get(name));
  child.stdin.on("error", () => undefined);
  if (input === undefined) child.stdin.end();
  else
    input.onData = (data) => {
      if (data === undefined) child.stdin.end();
      else child.stdin.write(data);
    };
  child.stdout.on("data", (data: Buffer) => output?.write(data));
  child.stderr.on("data", (data: Buffer) => (problems ?? output)?.write(data));
  socket.on("close", () => child.kill());
  child.on("error", (problem) =>
    error?.end(JSON.stringify({ metadata: {}, status: "Failure", message: problem.message })),
  );
  child.on("close", (code) => {
    output?.end();
    problems?.end();
    error?.end(JSON.stringify(statusOf(code ?? 137)));
  });
}

function statusOf(code: number): object {
  if (code === 0) return { metadata: {}, status: "Success" };
  return {
    metadata: {},
    status: "Failure",
    message: `command terminated with non-zero exit code: exit status ${code}`,
    reason: "NonZeroExitCode",
    details: { causes: [{ reason: "ExitCode", message: String(code) }] },
  };
}

/** Ports of pods are ports of this machine. */
function servePorts(socket: Duplex): void {
  serveSpdy(socket, (stream) => {
    const { streamtype, port } = stream.headers;
    if (streamtype === "error") {
      // Without a failure the stream has no content.
      stream.end();
      return;
    }
    const to = connect(Number(port), "127.0.0.1");
    to.on("data", (data: Buffer) => stream.write(data));
    to.on("end", () => stream.end());
    to.on("error", () => stream.end());
    stream.onData = (data) => {
      if (data === undefined) to.end();
      else to.write(data);
    };
    socket.on("close", () => to.destroy());
  });
}
