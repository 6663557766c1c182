import type { AdmissionPlugin } from "@svc/admission";
import type { Dialect } from "@svc/meta";
import { startTestServer, type TestServer } from "../start-test-server.ts";

/**
 * One request, and the expected response. Names that differ by dialect are templates: `{api}`,
 * `{labels}`, `{system}`, `{product}`.
 */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** An object that is sent as JSON, or a text that is sent unchanged. */
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly code: number;
  /** The message of a `Status`. */
  readonly message?: string;
  /** A part that the body must contain. */
  readonly has?: object;
  /** Texts that the body must not contain. */
  readonly lacks?: readonly string[];
  /** Texts of the warnings, in their order. */
  readonly warnings?: readonly string[];
}

/** Requests that build on one another, against a server of their own. */
export interface Scenario {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
}

export interface Heard {
  readonly request: string;
  readonly code: number;
  /** Headers, except headers that differ between servers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * Runs the exchanges of a scenario against a server of a dialect. Random values and times of day
 * are the same in every run.
 */
export async function run({ exchanges }: Scenario, dialect: Dialect): Promise<readonly Heard[]> {
  let uids = 0;
  const randomUid = (): string => `00000000-0000-4000-8000-${String(++uids).padStart(12, "0")}`;
  const config = { randomUid, randomSuffix: (): string => "fixed", admission: [freezing] };
  await using server = await startTestServer({ dialect, config });
  const received: Heard[] = [];
  for (const exchange of exchanges) received.push(await ask(server, exchange, dialect));
  return received;
}

/** Versions of an object share unchanged parts: a change of a shared part throws. */
const freezing: AdmissionPlugin = {
  name: "Freezing",
  operations: ["UPDATE", "DELETE"],
  mutate: ({ oldObject }) => freeze(oldObject),
};

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  for (const member of Object.values(Object.freeze(value))) freeze(member);
}

const changing: ReadonlySet<string> = new Set(["audit-id", "date", "content-length", "warning"]);

async function ask(server: TestServer, exchange: Exchange, { expand }: Dialect): Promise<Heard> {
  const { method, path, body, headers } = exchange;
  const fill = (text: string): string => text.replace(/\{(?:api|labels|product|system)\}/g, expand);
  const sent = body === undefined ? undefined : fill(typeof body === "string" ? body : JSON.stringify(body));
  const response = await server.fetch(fill(path), {
    method,
    headers: {
      "user-agent": "behaviours",
      ...(sent === undefined ? {} : { "content-type": "application/json" }),
      ...Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, fill(value)])),
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  return {
    request: `${method} ${path}`,
    code: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !changing.has(name))),
    text: (await response.text()).replace(/00000000-0000-4000-8000-\d{12}/g, "<uid>"),
    warnings: [...(response.headers.get("warning") ?? "").matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) =>
      text.replace(/\\(.)/g, "$1"),
    ),
  };
}

/**
 * The text of one dialect in the names of another; continue tokens are opened, since they name the
 * API too.
 */
export function renamed(text: string, from: Dialect, to: Dialect): string {
  const names: readonly (readonly [string, string])[] = [
    [from.protobufMediaType, to.protobufMediaType],
    [from.extensionPrefix, to.extensionPrefix],
    [`${from.systemPrefix}-apiserver`, `${to.systemPrefix}-apiserver`],
    [`${from.systemPrefix}-aggregator`, `${to.systemPrefix}-aggregator`],
    [`${from.product}-service-cidr`, `${to.product}-service-cidr`],
    [from.headerPrefix.toLowerCase(), to.headerPrefix.toLowerCase()],
    [from.namespaces.system, to.namespaces.system],
    [from.namespaces.public, to.namespaces.public],
    [from.namespaces.nodeLease, to.namespaces.nodeLease],
    [JSON.stringify(from.product), JSON.stringify(to.product)],
    [from.labelDomain, to.labelDomain],
    [from.apiDomain, to.apiDomain],
  ];
  const open = text.replace(/"continue":"([\w-]+)"/g, (_, token: string) => Buffer.from(token, "base64url").toString());
  return names.reduce((changed, [a, b]) => changed.replaceAll(a, b), open);
}
