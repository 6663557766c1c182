import type { FuzzRequest } from "./requests.ts";

/** The observed response of a server, with its cost. */
export interface Observed {
  readonly status: number;
  readonly bytes: number;
  /** The beginning of the answer. */
  readonly text: string;
  /** Processor time of this process while the request ran. */
  readonly cpuMs: number;
}

/** Bytes of an answer with an error: message and causes have bounds of their own. */
const maxErrorBytes = 1_048_576;
/** Far above what a request of the fuzzer takes on a busy machine. */
const maxCpuMs = 5_000;

interface KnownServerError {
  readonly reason: string;
  readonly of?: (request: FuzzRequest) => boolean;
  readonly message?: RegExp;
}

/** Errors of the server that the original answers too, and why they are kept. */
const knownServerErrors: readonly KnownServerError[] = [
  {
    reason: "a DELETE whose body is no DeleteOptions",
    of: ({ method, body }) => method === "DELETE" && body !== undefined,
    message:
      /is registered|proto: |protobuf|yaml: |json: |cbor: |Kind' is missing|get version|unmarshal|converting|invalid character|Status/,
  },
  {
    reason: "impersonation of a group without a user",
    of: ({ headers }) => headers["impersonate-group"] !== undefined && (headers["impersonate-user"] ?? "") === "",
  },
  {
    reason: "a POST with a version",
    message: /resourceVersion should not be set on objects to be created/,
  },
  { reason: "a version that is no number", message: /strconv\.ParseUint|invalid syntax/ },
  { reason: "an apply that does not fit the schema", message: /failed to create typed patch object/ },
  {
    reason: "a strategic patch that contradicts itself",
    of: ({ headers }) => /strategic/.test(headers["content-type"] ?? ""),
    message: /unknown patch type|merge key|delete from primitive list|\$patch|\$setElementOrder|\$retainKeys|map:/,
  },
  { reason: "a version of the future, asked for exactly", message: /future revision/ },
  { reason: "a webhook that cannot be called", message: /failed calling webhook|conversion webhook for/ },
  { reason: "a binding without a target", message: /target\.(name|kind)/ },
  {
    reason: "a service without a name, whose address is allocated first",
    message: /spec\.parentRef\.name: Required value/,
  },
  { reason: "a path or selector that names no resource", message: /failed to create RequestInfo/ },
  {
    reason: "the same, without a body to read the reason from",
    of: ({ method, path }) => method === "HEAD" && /\/(proxy|watch)\/?$/.test(new URL(path, "http://here").pathname),
  },
];

function isKnown(request: FuzzRequest, text: string): boolean {
  return knownServerErrors.some(
    ({ of = () => true, message }) => of(request) && (message === undefined || message.test(text)),
  );
}

/** The problem of a response; undefined for a good one. */
export function judge(request: FuzzRequest, { status, bytes, text, cpuMs }: Observed): string | undefined {
  if (cpuMs > maxCpuMs) return `stall: ${Math.round(cpuMs)} ms of processor time`;
  if (status === 500 && !isKnown(request, text)) return `500: ${text.slice(0, 300)}`;
  if (status >= 400 && bytes > maxErrorBytes) return `error of ${bytes} bytes`;
  return undefined;
}

/** The paths that a user without roles may use: discovery, and reviews of its own access. */
const openPaths =
  /^\/(api|apis|version|healthz|readyz|livez|openapi|\.well-known)(\/|\?|$)|selfsubject(access|rules)?reviews/;

/**
 * The problem of a response to a user without any role; undefined for a good one.
 *
 * @param changed true when the store has a new revision
 */
export function judgeUnprivileged(
  { method, path }: FuzzRequest,
  { status, text }: Observed,
  changed: boolean,
): string | undefined {
  if (changed) return `a request without a role changed the store: ${status}`;
  const isObject = /^\{"kind":"(?!Status|API|Table|SelfSubject)/.test(text) && /\/(namespaces|v1\/\w)/.test(path);
  if (status >= 200 && status < 300 && method !== "OPTIONS" && (!openPaths.test(path) || isObject))
    return `a request without a role was answered with ${status}: ${text.slice(0, 200)}`;
  return undefined;
}
