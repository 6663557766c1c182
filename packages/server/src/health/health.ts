import type { HttpResponse } from "@svc/http";

/** Something that must be so for the server to be well. */
export interface HealthCheck {
  readonly name: string;
  /** Undefined when healthy, else the problem. */
  readonly check: () => string | undefined | Promise<string | undefined>;
  /** A note about a healthy check, shown in its line. @default nothing */
  readonly note?: () => string | undefined;
  /** The endpoints that include it. @default all */
  readonly endpoints?: readonly HealthEndpoint[];
  /** For `livez`: passes until the grace period after the start is over. @default false */
  readonly delayed?: boolean;
}

export type HealthEndpoint = "healthz" | "livez" | "readyz";

export interface HealthOptions {
  /** In shown order; read at each request, since checks are added and removed during a start. */
  readonly checks: () => readonly HealthCheck[];
  /** True once the grace period of `livez` is over. */
  readonly started: () => boolean;
  /** Called for each check with its problem, which clients do not see. */
  readonly observe?: (endpoint: string, name: string, problem: string | undefined) => void;
}

const text = ["Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff"];
const plain = ["Content-Type", "text/plain; charset=utf-8"];

/**
 * Responds to `/<endpoint>`, with `verbose` and `exclude`, and `/<endpoint>/<check>`; undefined for
 * an unknown check. Source: the section on health endpoints of the specification.
 */
export async function answerHealth(
  path: string,
  query: URLSearchParams,
  options: HealthOptions,
): Promise<HttpResponse | undefined> {
  const [, name = "", ...rest] = path.split("/");
  const endpoint = name as HealthEndpoint;
  const checks = options.checks().filter((c) => c.endpoints === undefined || c.endpoints.includes(endpoint));
  if (rest.length > 0) {
    const checkName = rest.join("/");
    const check = checks.find((c) => c.name === checkName);
    return check === undefined ? undefined : single(endpoint, check, options);
  }
  const excluded = query.getAll("exclude").filter((e) => e !== "");
  const unknown = new Set(excluded);
  const lines: string[] = [];
  let failed = false;
  for (const check of checks) {
    if (unknown.delete(check.name) || excluded.includes(check.name)) {
      lines.push(`[+]${check.name} excluded: ok`);
      continue;
    }
    const reason = await run(endpoint, check, options);
    if (reason !== undefined) failed = true;
    lines.push(reason === undefined ? passed(check) : `[-]${check.name} failed: reason withheld`);
  }
  if (unknown.size > 0) {
    const list = [...unknown]
      .sort()
      .map((u) => JSON.stringify(u))
      .join(",");
    lines.push(`warn: some health checks cannot be excluded: no matches for ${list}`);
  }
  lines.push(`${endpoint} check ${failed ? "failed" : "passed"}`, "");
  if (failed) return { status: 500, headers: text, body: Buffer.from(lines.join("\n")) };
  return { status: 200, headers: text, body: Buffer.from(query.has("verbose") ? lines.join("\n") : "ok") };
}

function passed({ name, note }: HealthCheck): string {
  const text = note?.();
  return text === undefined ? `[+]${name} ok` : `[+]${name} ok: ${text}`;
}

async function single(endpoint: HealthEndpoint, check: HealthCheck, options: HealthOptions): Promise<HttpResponse> {
  const reason = await run(endpoint, check, options);
  if (reason === undefined) return { status: 200, headers: plain, body: Buffer.from("ok") };
  return { status: 500, headers: text, body: Buffer.from(`internal server error: ${reason}\n`) };
}

async function run(
  endpoint: HealthEndpoint,
  { name, check, delayed }: HealthCheck,
  { started, observe }: HealthOptions,
): Promise<string | undefined> {
  if (endpoint === "livez" && delayed === true && !started()) return undefined;
  const problem = await problemOf(check);
  observe?.(endpoint, name, problem);
  return problem;
}

async function problemOf(check: HealthCheck["check"]): Promise<string | undefined> {
  try {
    return await check();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
