import { Readable } from "node:stream";
import { issueCertificate, makeAuthority } from "@svc/pki";
import { describe, test } from "vitest";
import { createHttpClient } from "./client/index.ts";
import { type RunningServer, testHttpServer } from "./conformance/index.ts";
import { type Handler, type Listener, listen, listenNode, serveFetch, type TlsOptions } from "./index.ts";

const life = { nowMs: Date.now(), days: 1 };
const authority = await makeAuthority({ subject: { commonName: "ca" }, ...life });
const subject = { commonName: "server" };
const tls = await issueCertificate(authority, { subject, usage: "server", hosts: ["127.0.0.1"], ...life });

interface Server {
  readonly name: string;
  readonly open: (handler: Handler, tls: TlsOptions | undefined) => Promise<Listener>;
}
const address = { port: 0, address: "127.0.0.1", onHandlerError: () => undefined };
const servers: readonly Server[] = [
  { name: "ours", open: (handler, tls) => listen(handler, { ...address, ...(tls === undefined ? {} : { tls }) }) },
  {
    name: "Node's",
    open: (handler, tls) => listenNode(handler, { ...address, ...(tls === undefined ? {} : { tls }) }),
  },
];
const connections = [
  { by: "HTTP/1.1 without TLS", secure: false, http2: false },
  { by: "HTTP/1.1", secure: true, http2: false },
  { by: "HTTP/2", secure: true, http2: true },
];

describe.each(servers)("$name", ({ open: listenTo }) => {
  describe.each(connections)("over $by", ({ secure, http2 }) => {
    const open = async (handler: Handler): Promise<RunningServer> => {
      const listener = await listenTo(handler, secure ? tls : undefined);
      const client = createHttpClient({ http2, tls: { ca: authority.certificate } });
      const url = new URL(`${secure ? "https" : "http"}://127.0.0.1:${listener.port}`);
      return {
        fetch: (request) => client.fetch({ ...request, url }),
        close: async () => {
          client.close();
          await listener.close(0);
        },
      };
    };
    testHttpServer({ open, test });
  });
});

describe("HTTPS of Node without HTTP/2", () => {
  const open = async (handler: Handler): Promise<RunningServer> => {
    const listener = await listenNode(handler, { ...address, tls, http2: false });
    const client = createHttpClient({ tls: { ca: authority.certificate } });
    const url = new URL(`https://127.0.0.1:${listener.port}`);
    return {
      fetch: (request) => client.fetch({ ...request, url }),
      close: async () => {
        client.close();
        await listener.close(0);
      },
    };
  };
  testHttpServer({ open, test });
});

describe("fetch in process", () => {
  const open = async (handler: Handler): Promise<RunningServer> => ({
    fetch: async ({ path, headers = {}, body, ...rest }) => {
      const pairs = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((v) => [name, v as string]));
      const sent = body === undefined ? {} : { body: body as string, duplex: "half" as const };
      const init = { ...rest, ...sent, headers: pairs as [string, string][] };
      const response = await serveFetch(handler, new Request(`https://server.example:1${path}`, init), address);
      return {
        status: response.status,
        header: (name) => response.headers.get(name) ?? undefined,
        body: response.body ?? Readable.from([]),
      };
    },
    close: async () => undefined,
  });
  testHttpServer({ open, test });
});
