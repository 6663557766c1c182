import { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import type { ProxyServer } from "@svc/http/client";
import { aggregateText, type Dialect, quote } from "@svc/meta";
import { readFlagFile, readIfExists, StartupError } from "@svc/program";
import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import { parseConfigurationFile } from "./files/configuration-file.ts";

/** The networks that a selection names. */
export type EgressNetwork = "cluster" | "controlplane";

/** The proxy of each network; networks that are not in it are reached directly. */
export type EgressSelector = ReadonlyMap<EgressNetwork, ProxyServer>;

const flag = "--egress-selector-config-file";

const tlsConfig = z.strictObject({
  caBundle: z.optional(z.string()),
  clientCert: z.optional(z.string()),
  clientKey: z.optional(z.string()),
});
const transport = z.strictObject({
  tcp: z.optional(z.strictObject({ url: z._default(z.string(), ""), tlsConfig: z.optional(tlsConfig) })),
  uds: z.optional(z.strictObject({ udsName: z._default(z.string(), "") })),
});
const connection = z.strictObject({ proxyProtocol: z._default(z.string(), ""), transport: z.optional(transport) });
const selection = z.strictObject({
  name: z._default(z.string(), ""),
  connection: z._default(connection, { proxyProtocol: "" }),
});

type Transport = z.infer<typeof transport>;
type TlsConfig = z.infer<typeof tlsConfig>;

/** Reads an egress selector configuration. @throws {StartupError} */
export async function loadEgressSelector(path: string, dialect: Dialect): Promise<EgressSelector> {
  const file = parseConfigurationFile(await readFlagFile(flag, path));
  if (!file.ok) throw failed(path, file.message);
  const schema = z.strictObject({
    apiVersion: z.enum(["apiserver.{api}/v1beta1", "apiserver.{api}/v1alpha1"].map(dialect.expand)),
    kind: z.literal("EgressSelectorConfiguration"),
    egressSelections: z._default(z.array(selection), []),
  });
  const parsed = z.safeParse(schema, file.value, { error: en().localeError });
  if (!parsed.success)
    throw failed(path, parsed.error.issues.map(({ path: at, message }) => `${at.join(".")}: ${message}`).join("; "));
  const selector = new Map<EgressNetwork, ProxyServer>();
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const [i, { name, connection }] of parsed.data.egressSelections.entries()) {
    if (seen.has(name)) problems.push(`service.connection[${i}]: Duplicate value: ${quote(name)}`);
    seen.add(name);
    const proxy = await proxyOf(connection, problems);
    const network = networks.get(name.toLowerCase());
    if (network !== undefined) {
      if (proxy !== undefined) selector.set(network, proxy);
    } else if (name.toLowerCase() !== "etcd")
      problems.push(
        `service.connection: Unsupported value: ${quote(name)}: supported values: "cluster", "controlplane", "etcd"`,
      );
    else if (proxy !== undefined) problems.push("etcd is connected to directly: its selection must be Direct");
  }
  if (problems.length > 0)
    throw new StartupError(`failed to validate egress selector configuration: ${aggregateText(problems)}`);
  return selector;
}

/** The networks by their names, in any case; `master` is the former name of the control plane. */
const networks: ReadonlyMap<string, EgressNetwork> = new Map([
  ["cluster", "cluster"],
  ["controlplane", "controlplane"],
  ["master", "controlplane"],
]);

const protocols = ["Direct", "HTTPConnect", "GRPC"];

async function proxyOf(
  { proxyProtocol, transport: by }: z.infer<typeof connection>,
  problems: string[],
): Promise<ProxyServer | undefined> {
  const at = "service.connection";
  if (!protocols.includes(proxyProtocol)) {
    const supported = protocols.map(quote).join(", ");
    problems.push(`${at}.protocol: Unsupported value: ${quote(proxyProtocol)}: supported values: ${supported}`);
  } else if (proxyProtocol === "GRPC") problems.push(`${at}.protocol: this server does not have GRPC, use HTTPConnect`);
  else if (proxyProtocol === "Direct") {
    if (by !== undefined)
      problems.push(`${at}.transport: Invalid value: "direct": Transport config should be absent for direct connect`);
  } else if (by === undefined) problems.push(`${at}.transport: Required value: transport must be set for HTTPConnect`);
  else if (by.tcp === undefined && by.uds === undefined)
    problems.push(`${at}.tcp: Required value: One of TCP or UDS must be set`);
  else if (by.tcp !== undefined && by.uds !== undefined)
    problems.push(`${at}.tcp: Invalid value: ${quote(by.tcp.url)}: TCP and UDS cannot both be set`);
  else if (by.uds !== undefined) return overSocket(by.uds, problems);
  else if (by.tcp !== undefined) return overTcp(by.tcp, problems);
  return undefined;
}

function overSocket({ udsName }: NonNullable<Transport["uds"]>, problems: string[]): ProxyServer | undefined {
  if (udsName === "")
    problems.push(`service.connection.udsName: Invalid value: "nil": UDSName should be present for UDS connections`);
  // The host name is not used for a proxy that is reached by its socket.
  return { url: new URL("http://localhost"), socketPath: udsName };
}

async function overTcp(
  { url, tlsConfig: tls }: NonNullable<Transport["tcp"]>,
  problems: string[],
): Promise<ProxyServer | undefined> {
  const at = "service.connection";
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:")
    problems.push(`${at}.url: Invalid value: ${quote(url)}: supported connection protocols are http:// and https://`);
  else if (parsed.protocol === "http:") {
    if (tls !== undefined)
      problems.push(`${at}.tlsConfig: Invalid value: "nil": TLSConfig config should not be present when using HTTP`);
    return { url: parsed };
  } else if (tls === undefined)
    problems.push(`${at}.tlsConfig: Required value: TLSConfig must be present when using HTTPS`);
  else return { url: parsed, tls: await tlsFiles(tls, problems) };
  return undefined;
}

async function tlsFiles(
  { caBundle, clientCert, clientKey }: TlsConfig,
  problems: string[],
): Promise<NonNullable<ProxyServer["tls"]>> {
  const at = "service.connection.tlsConfig";
  const read = async (field: string, what: string, path = ""): Promise<string | undefined> => {
    if (path === "") return undefined;
    const text = await readIfExists(path);
    if (text === undefined) problems.push(`${at}.${field}: Invalid value: ${quote(path)}: TLS ${what} does not exist`);
    return text;
  };
  const [ca, certificate, key] = [
    await read("caBundle", "config ca bundle", caBundle),
    await read("clientCert", "client cert", clientCert),
    await read("clientKey", "client key", clientKey),
  ];
  if ((clientCert ?? "") === "") problems.push(`${at}.clientCert: Invalid value: "nil": Using TLS requires clientCert`);
  if ((clientKey ?? "") === "") problems.push(`${at}.clientKey: Invalid value: "nil": Using TLS requires clientKey`);
  // Otherwise each connection would fail, long after the start.
  const unusable = problems.length === 0 ? tlsProblem(ca, certificate, key) : undefined;
  if (unusable !== undefined) problems.push(`${at}: Invalid value: "nil": ${unusable}`);
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(key === undefined ? {} : { key }),
  };
}

/** The reason why certificates and a key, in PEM, cannot be used. */
function tlsProblem(ca: string | undefined, cert = "", key = ""): string | undefined {
  try {
    createSecureContext({ cert, key });
    // A context ignores texts without certificates.
    if (ca !== undefined) new X509Certificate(ca);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function failed(path: string, why: string): StartupError {
  return new StartupError(`failed to read egress selector config: ${path}: ${why}`);
}
