import { quote } from "@svc/base";
import { DecodeError, parseExact } from "@svc/codec";

/** The end of a command, as clients receive it. */
export interface Outcome {
  readonly metadata: object;
  /** `Success` or `Failure`; absent if the kubelet does not report it. */
  readonly status?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly details?: { readonly causes: readonly { readonly reason?: string; readonly message: string }[] };
  readonly code?: number;
}

interface KubeletStatus {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata?: object;
  readonly code?: number;
  readonly status?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] };
}

const exitCode = "ExitCode";

/**
 * The outcome of a command from the kubelet's error stream. @param protocol of its streams
 */
export function commandStatus(text: string, protocol: string): Outcome {
  if (text === "") return { metadata: {}, status: "Success" };
  if (plainProtocols.has(protocol)) return internalError(`error executing remote command: ${text}`);
  // The first protocol has no version, and other words.
  if (!reportsSuccess(protocol)) return internalError(`Error executing remote command: ${text}`);
  const status = parsed(text);
  if (status === undefined) return internalError(`error stream protocol error: ${syntaxError(text)} in ${quote(text)}`);
  if (status.status === "Success") return { metadata: {}, status: "Success" };
  if (status.status !== "Failure") return internalError("error stream protocol error: unknown error");
  if (status.reason !== "NonZeroExitCode") return internalError(status.message ?? "");
  const cause = status.details?.causes?.find(({ reason }) => reason === exitCode);
  if (cause === undefined) return internalError(`error stream protocol error: no ${exitCode} cause given`);
  const code = cause.message ?? "";
  if (!/^\d{1,3}$/.test(code))
    return internalError(`error stream protocol error: invalid exit code value ${quote(code)}`);
  return {
    metadata: {},
    status: "Failure",
    message: `command terminated with non-zero exit code: command terminated with exit code ${code}`,
    reason: "NonZeroExitCode",
    details: { causes: [{ reason: exitCode, message: code }] },
  };
}

/** Protocols whose error stream is plain text, and empty where a command succeeds. */
const plainProtocols: ReadonlySet<string> = new Set(["v3.channel.k8s.io", "v2.channel.k8s.io"]);

/** True for the protocols whose error stream has a Status, also of a command that succeeds. */
export function reportsSuccess(protocol: string): boolean {
  return protocol === "v5.channel.k8s.io" || protocol === "v4.channel.k8s.io";
}

/**
 * The outcome of a command that the kubelet refuses: its Status if the body is one, with or without
 * a type, or else the body as text. An empty body is an empty Status.
 */
export function refusedCommand(body: string): Outcome {
  const sent = body === "" ? {} : parsed(body);
  const { kind = "Status", apiVersion = "v1", metadata = {} } = sent ?? {};
  if (sent === undefined || kind !== "Status" || apiVersion !== "v1")
    return internalError(`unable to upgrade connection: ${body}`);
  const { status, message, reason, details, code } = sent;
  return JSON.parse(JSON.stringify({ metadata, status, message, reason, details, code })) as Outcome;
}

/** A failure that is none of the command. */
export function internalError(why: string): Outcome {
  return {
    metadata: {},
    status: "Failure",
    message: `Internal error occurred: ${why}`,
    reason: "InternalError",
    details: { causes: [{ message: why }] },
    code: 500,
  };
}

/** The reason why a text is invalid JSON, in kube-apiserver's words. */
function syntaxError(text: string): string {
  try {
    parseExact(Buffer.from(text));
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
  return "json: cannot unmarshal the value into a Status";
}

function parsed(text: string): KubeletStatus | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? (value as KubeletStatus) : undefined;
  } catch {
    return undefined; // some kubelets write plain text
  }
}
