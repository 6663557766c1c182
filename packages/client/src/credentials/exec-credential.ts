import { parseTime } from "@svc/meta";
import { bearer, type ClientCertificate, type Credential } from "../transport/credentials.ts";
import { checkedPair } from "./key-pair.ts";

/** The output of a program: a credential, and when it expires. */
export interface ExecCredential {
  readonly credential: Credential;
  /** Milliseconds since 1970; undefined when the credential has no expiry. */
  readonly expiresAtMs: number | undefined;
}

/**
 * Parses the `ExecCredential` that a program printed.
 * @throws {Error} that describes the problem without any secret
 */
export function parseExecCredential(output: string, apiVersion: string): ExecCredential {
  const document = objectOf(parseJson(output), "the output");
  if (document["kind"] !== "ExecCredential") throw new Error("kind must be ExecCredential");
  if (document["apiVersion"] !== apiVersion)
    throw new Error(`apiVersion must be ${apiVersion}, as the kubeconfig says, not ${shown(document["apiVersion"])}`);
  const status = objectOf(document["status"], "status");
  const token = textOf(status, "token");
  const certificate = textOf(status, "clientCertificateData");
  const key = textOf(status, "clientKeyData");
  if ((certificate === undefined) !== (key === undefined))
    throw new Error("status has only one of clientCertificateData and clientKeyData");
  if (token === undefined && certificate === undefined)
    throw new Error("status has neither a token nor clientCertificateData and clientKeyData");
  return {
    credential: {
      headers: token === undefined ? {} : bearer(token),
      ...(certificate === undefined || key === undefined ? {} : { certificate: pairOf(certificate, key) }),
    },
    expiresAtMs: expiryOf(textOf(status, "expirationTimestamp")),
  };
}

function parseJson(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    // The parser's message quotes the output, which may be a secret.
    throw new Error("the output is not JSON");
  }
}

type Fields = Readonly<Record<string, unknown>>;

function objectOf(value: unknown, where: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error(`${where} is not an object`);
  return value as Fields;
}

/** An empty string counts as absent. */
function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") throw new Error(`status.${name} is not a string`);
  return value;
}

function pairOf(certificate: string, key: string): ClientCertificate {
  try {
    return checkedPair({ certificate, key });
  } catch (cause) {
    throw new Error(`status.clientCertificateData and clientKeyData: ${(cause as Error).message}`, { cause });
  }
}

function expiryOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const instant = parseTime(text);
  if (instant === undefined) throw new Error("status.expirationTimestamp is not a time as RFC 3339 writes it");
  return instant.seconds * 1000 + Math.floor(instant.nanos / 1e6);
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 100)) : typeof value;
}
