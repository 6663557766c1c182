import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Metrics } from "@svc/metrics";
import { issueCertificate, type KeyPair, makeAuthority } from "@svc/pki";
import { parseFlags } from "../flags.ts";
import { type Running, run } from "../run.ts";

export interface Ask {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly certificate?: KeyPair;
  readonly body?: object;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** JSON is read; other text is text. */
  readonly body: unknown;
}

/** A whole server on a port of its own, over TLS, in memory. */
export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly adminToken: string;
  /** PEM. */
  readonly signingKey: string;
  readonly metrics: Metrics;
  ask(path: string, ask?: Ask): Promise<ReceivedResponse>;
  /** The user name of a request, as the server sees it; or why it has none. */
  whoami(ask: Ask): Promise<string>;
}

/** A folder for one test file, with an authority in it. */
export interface TestFolder extends AsyncDisposable {
  readonly path: string;
  readonly authority: KeyPair;
  write(name: string, text: string): Promise<string>;
  certificate(commonName: string, organizations?: readonly string[], by?: KeyPair): Promise<KeyPair>;
  stranger(): Promise<KeyPair>;
}

export async function openFolder(): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), "apiserver-"));
  const nowMs = Date.now();
  const authority = await makeAuthority({ subject: { commonName: "clients" }, nowMs, days: 1 });
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(path, name), text);
    return join(path, name);
  };
  await write("ca.crt", authority.certificate);
  return {
    path,
    authority,
    write,
    certificate: (commonName, organizations = [], by = authority) =>
      issueCertificate(by, { subject: { commonName, organizations }, usage: "client", nowMs, days: 1 }),
    stranger: () => makeAuthority({ subject: { commonName: "clients" }, nowMs, days: 1 }),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

export async function startServer({ path }: TestFolder, name: string, ...flags: string[]): Promise<TestServer> {
  const dataDir = join(path, name);
  const own = [
    "--dialect=kubernetes",
    "--storage=memory",
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    "--controllers=",
  ];
  const running: Running = await run(parseFlags([...own, `--data-dir=${dataDir}`, ...flags]));
  const adminToken = (await readFile(join(dataDir, "pki", "admin.token"), "utf8")).trim();
  const ca = readFileSync(join(dataDir, "pki", "ca.crt"), "utf8");
  const ask = (
    at: string,
    { method = "GET", token, headers = {}, certificate, body }: Ask = {},
  ): Promise<ReceivedResponse> =>
    new Promise((resolve, reject) => {
      const all = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      };
      const tls = { ca, ...(certificate === undefined ? {} : { cert: certificate.certificate, key: certificate.key }) };
      const sent = request(`${running.url}${at}`, { method, headers: all, agent: false, ...tls }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => (text += chunk));
        response.on("end", () => {
          const json = response.headers["content-type"]?.includes("json") === true;
          const answered: unknown = json ? JSON.parse(text) : text;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answered });
        });
      });
      sent.on("error", reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const reviews = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  return {
    url: running.url,
    adminToken,
    metrics: running.metrics,
    signingKey: readFileSync(join(dataDir, "pki", "service-accounts.key"), "utf8"),
    ask,
    whoami: async (as) => {
      const { status, body } = await ask(reviews, { ...as, method: "POST", body: {} });
      const found = body as { status?: { userInfo?: { username?: string } } | string; message?: string };
      if (status !== 201) return `${status}`;
      return typeof found.status === "object" ? (found.status.userInfo?.username ?? "") : "";
    },
    [Symbol.asyncDispose]: () => running.stop(),
  };
}
