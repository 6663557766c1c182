import { BodyTooLargeError, type Handler, type HttpResponse } from "../http.ts";
import { openWire, settle, type Wire } from "./http1-wire.ts";

export const ok = (text: string, headers: readonly string[] = []): HttpResponse => ({
  status: 200,
  headers,
  body: Buffer.from(text),
});

export const get = (path: string, ...lines: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, "Host: h", ...lines, "", ""].join("\r\n");
export const post = (path: string, body: string, ...lines: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, "Host: h", ...lines, "", body].join("\r\n");
export const sized = (path: string, body: string, ...lines: readonly string[]): string =>
  post(path, body, `Content-Length: ${body.length}`, ...lines);

/** Responds with the request line; for /body also with the body. */
export const echo: Handler = (request) => {
  const { method, target } = request;
  if (!target.startsWith("/body")) return ok(`<${method} ${target}>`);
  return request.readBody(100_000).then(
    (body) => ok(`<${method} ${target} ${body.toString("latin1")}>`),
    (error: Error) => ({
      status: error instanceof BodyTooLargeError ? 413 : 500,
      headers: [],
      body: Buffer.from(error.name),
    }),
  );
};

/** Status and body of each answer. */
export function answersOf(received: string): readonly string[] {
  const answers: string[] = [];
  let rest = received;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n") + 4;
    const head = rest.slice(0, end);
    const length = Number(
      /^content-length: (\d+)\r$/im.exec(head)?.[1] ?? (head.includes(" 100 ") ? 0 : rest.length - end),
    );
    answers.push(`${head.split(" ")[1]} ${rest.slice(end, end + length)}`.trim());
    rest = rest.slice(end + length);
  }
  return answers;
}

interface Exchanged {
  readonly answers: readonly string[];
  readonly received: string;
  readonly state: Wire["state"];
}

/** Sends bytes over a connection of their own. */
export async function exchange(handler: Handler, text: string): Promise<Exchanged> {
  const wire = openWire(handler);
  wire.send(text);
  await settle();
  return { answers: answersOf(wire.received()), state: wire.state, received: wire.received() };
}

/** A response that is sent on demand. */
interface Later {
  readonly answer: Promise<HttpResponse>;
  readonly give: (text: string) => void;
}

export function later(): Later {
  let give: (answer: HttpResponse) => void = () => undefined;
  const answer = new Promise<HttpResponse>((resolve) => (give = resolve));
  return { answer, give: (text: string) => give(ok(text)) };
}

export const chunked = "Transfer-Encoding: chunked";
