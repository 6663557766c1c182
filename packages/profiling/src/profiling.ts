import { type Clock, systemClock } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import { type PathHandler, type RequestState, type ServerExtension, textResponse } from "@svc/server";
import { cpuProfile, type RecordOptions } from "./cpu-profile.ts";
import { heapProfile } from "./heap-profile.ts";
import { type Verbosity, verbosityPaths } from "./verbosity-path.ts";

/** Options of `profiling`. */
export interface ProfilingOptions {
  /** The log level that clients may change. @default none: `/debug/flags` is not served */
  readonly verbosity?: Verbosity;
  /** @default systemClock */
  readonly clock?: Clock;
}

/** A kind of profile that can be recorded. */
interface Profile {
  readonly defaultSeconds: number;
  /** The file extension that browsers' developer tools expect. */
  readonly extension: string;
  readonly record: (options: RecordOptions) => Promise<Buffer>;
}

/**
 * Profiles of the process under `/debug/pprof/`, in the format of pprof, or with `format=devtools`
 * in that of the developer tools of browsers, and the log level under `/debug/flags/v`. Clients
 * need the right to `get` these paths.
 */
export function profiling({ verbosity, clock = systemClock }: ProfilingOptions = {}): ServerExtension {
  const ofHeap = (includeCollected: boolean): Profile => ({
    defaultSeconds: 10,
    extension: "heapprofile",
    record: (options) => heapProfile(clock, { ...options, includeCollected }),
  });
  const profiles: ReadonlyMap<string, Profile> = new Map<string, Profile>([
    ["profile", { defaultSeconds: 30, extension: "cpuprofile", record: (options) => cpuProfile(clock, options) }],
    ["heap", ofHeap(false)],
    ["allocs", ofHeap(true)],
  ]);
  return {
    name: "profiling",
    paths: () =>
      new Map([
        ["debug/pprof", { handler: pprofHandler(profiles) }],
        ...(verbosity === undefined ? [] : [["debug/flags", { handler: verbosityPaths(verbosity) }] as const]),
      ]),
  };
}

const maxSeconds = 600;

function pprofHandler(profiles: ReadonlyMap<string, Profile>): PathHandler {
  let recording: string | undefined;
  return async ({ info, request }) => {
    if (info.path === "/debug/pprof") return redirectToIndex(info);
    const name = info.path.slice("/debug/pprof/".length);
    if (name === "") return html(index([...profiles.keys(), "cmdline"]));
    if (name === "cmdline") return textResponse(200, process.argv.map(withoutValue).join("\0"));
    const profile = profiles.get(name);
    if (profile === undefined) return textResponse(404, "Unknown profile\n");
    const seconds = secondsOf(info, profile.defaultSeconds);
    if (seconds === undefined) return textResponse(400, `seconds must be a number above 0, at most ${maxSeconds}\n`);
    const format = info.query.get("format") ?? "pprof";
    if (format !== "pprof" && format !== "devtools") return textResponse(400, "format must be pprof or devtools\n");
    // Concurrent profiles would measure each other.
    if (recording !== undefined) return textResponse(500, `Could not enable ${name}: ${recording} is being recorded\n`);
    recording = name;
    try {
      const body = await profile.record({ ms: seconds * 1000, signal: request.signal, format });
      return attachment(format === "pprof" ? name : `${name}.${profile.extension}`, body);
    } finally {
      recording = undefined;
    }
  };
}

/** Clients get a page only where they read. */
function redirectToIndex({ method }: RequestState["info"]): HttpResponse {
  const isRead = method === "GET" || method === "HEAD";
  return {
    status: 302,
    headers: ["Location", "/debug/pprof/", ...(isRead ? ["Content-Type", "text/html; charset=utf-8"] : [])],
    body: Buffer.from(method === "GET" ? '<a href="/debug/pprof/">Found</a>.\n\n' : ""),
  };
}

function secondsOf({ query }: RequestState["info"], byDefault: number): number | undefined {
  const text = query.get("seconds");
  const seconds = text === null || text === undefined ? byDefault : Number(text);
  return seconds > 0 && seconds <= maxSeconds ? seconds : undefined;
}

/** Values of flags may be secrets. */
function withoutValue(argument: string): string {
  const at = argument.indexOf("=");
  return argument.startsWith("--") && at > 0 ? `${argument.slice(0, at)}=…` : argument;
}

function attachment(name: string, body: Buffer): HttpResponse {
  return {
    status: 200,
    headers: [
      "Content-Type",
      "application/octet-stream",
      "Content-Disposition",
      `attachment; filename="${name}"`,
      "X-Content-Type-Options",
      "nosniff",
    ],
    body,
  };
}

function index(names: readonly string[]): string {
  const items = names.map((name) => `<li><a href="${name}">${name}</a></li>`);
  return `<html><head><title>/debug/pprof/</title></head><body><ul>${items.join("")}</ul></body></html>\n`;
}

function html(text: string): HttpResponse {
  return { status: 200, headers: ["Content-Type", "text/html; charset=utf-8"], body: Buffer.from(text) };
}
