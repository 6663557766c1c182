import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parse } from "yaml";

/** A server, and as whom to speak to it. Certificates and keys are PEM. */
export interface Cluster {
  readonly server: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly token?: string;
  readonly tlsServerName?: string;
  /** Believes whoever answers. For experiments. @default false */
  readonly insecureSkipTlsVerify?: boolean;
  /** Where no other namespace is asked for. @default "default" */
  readonly namespace?: string;
}

/** Reads a kubeconfig file, and what files it names. @throws {Error} where it names what is not there */
export async function loadKubeconfig(path: string, context?: string): Promise<Cluster> {
  const chosen = choose(await readFile(path, "utf8"), context);
  const folder = dirname(path);
  const read = async (file: unknown): Promise<string | undefined> =>
    typeof file === "string" && file !== "" ? readFile(resolve(folder, file), "utf8") : undefined;
  const { cluster, user } = chosen;
  return assemble(chosen, {
    ca: await read(cluster["certificate-authority"]),
    cert: await read(user["client-certificate"]),
    key: await read(user["client-key"]),
    token: (await read(user["tokenFile"]))?.trim(),
  });
}

/** Reads a kubeconfig that names no files. @throws {Error} where it does, or is none */
export function parseKubeconfig(text: string, context?: string): Cluster {
  const chosen = choose(text, context);
  for (const [where, field] of [
    [chosen.cluster, "certificate-authority"],
    [chosen.user, "client-certificate"],
    [chosen.user, "client-key"],
    [chosen.user, "tokenFile"],
  ] as const) {
    if (typeof where[field] === "string" && where[field] !== "")
      throw new Error(`the kubeconfig names a file in ${field}: load it with loadKubeconfig`);
  }
  return assemble(chosen, {});
}

type Fields = Readonly<Record<string, unknown>>;

interface Chosen {
  readonly cluster: Fields;
  readonly user: Fields;
  readonly namespace: string | undefined;
}

interface FromFiles {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly token?: string | undefined;
}

function choose(text: string, contextName?: string): Chosen {
  const config: unknown = parse(text);
  if (!isFields(config)) throw new Error("the kubeconfig is not a map of fields");
  const name = contextName ?? config["current-context"];
  if (typeof name !== "string" || name === "") throw new Error("the kubeconfig has no current-context");
  const context = named(config, "contexts", name, "context");
  const cluster = named(config, "clusters", String(context["cluster"] ?? ""), "cluster");
  const userName = context["user"];
  const user = typeof userName === "string" && userName !== "" ? named(config, "users", userName, "user") : {};
  for (const unsupported of ["exec", "auth-provider", "username"]) {
    if (user[unsupported] !== undefined)
      throw new Error(`the kubeconfig's user has ${unsupported}, which is not supported`);
  }
  const namespace = context["namespace"];
  return { cluster, user, namespace: typeof namespace === "string" && namespace !== "" ? namespace : undefined };
}

function assemble({ cluster, user, namespace }: Chosen, files: FromFiles): Cluster {
  const server = text(cluster, "server");
  if (server === undefined || !URL.canParse(server))
    throw new Error("the kubeconfig's cluster has no server that is a URL");
  const found = {
    // What is written in the file goes before what it names, as in kubectl.
    ca: decoded(cluster, "certificate-authority-data") ?? files.ca,
    cert: decoded(user, "client-certificate-data") ?? files.cert,
    key: decoded(user, "client-key-data") ?? files.key,
    token: text(user, "token") ?? files.token,
    tlsServerName: text(cluster, "tls-server-name"),
    insecureSkipTlsVerify: cluster["insecure-skip-tls-verify"] === true ? true : undefined,
    namespace,
  };
  return {
    server,
    ...(Object.fromEntries(Object.entries(found).filter(([, v]) => v !== undefined)) as Partial<Cluster>),
  };
}

function named(config: Fields, list: string, name: string, field: string): Fields {
  const entries = config[list];
  const entry = Array.isArray(entries) ? entries.find((e: unknown) => isFields(e) && e["name"] === name) : undefined;
  const value = isFields(entry) ? entry[field] : undefined;
  if (!isFields(value)) throw new Error(`the kubeconfig has no ${field} ${JSON.stringify(name)}`);
  return value;
}

function text(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function decoded(fields: Fields, name: string): string | undefined {
  const value = text(fields, name);
  return value === undefined ? undefined : Buffer.from(value, "base64").toString("utf8");
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
