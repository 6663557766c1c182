import type { HttpResponse } from "@svc/http";
import { type PathHandler, type RequestState, textResponse } from "@svc/server";
import type { RecordOptions } from "./cpu-profile.ts";

/** A kind of profile that can be recorded. */
export interface Profile {
  readonly measures: "CPU" | "heap";
  /** For the index of profiles. */
  readonly about: string;
  readonly defaultSeconds: number;
  /** The file extension that browsers' developer tools expect. */
  readonly extension: string;
  readonly record: (options: RecordOptions) => Promise<Buffer>;
}

const maxSeconds = 600;

/** What a request asks for. */
interface Recording extends Pick<RecordOptions, "format"> {
  readonly seconds: number;
  readonly file: string;
}

/** The paths under `/debug/pprof`: the index, `symbol`, and a recording of each profile. */
export function pprofPaths(profiles: ReadonlyMap<string, Profile>): PathHandler {
  let recorded: Profile | undefined;
  return async ({ info, request }) => {
    if (info.path === "/debug/pprof") return redirect(info.method);
    const name = info.path.slice("/debug/pprof/".length);
    if (name === "") return content("text/html; charset=utf-8", index(profiles));
    // Functions have no addresses here; pprof asks for this before it reads a profile's own names.
    if (name === "symbol") return content("text/plain; charset=utf-8", "num_symbols: 1\n");
    const profile = profiles.get(name);
    if (profile === undefined) return refusal(404, "Unknown profile");
    const requested = recordingOf(info.query, name, profile);
    if (typeof requested === "string") return refusal(400, requested);
    // Concurrent profiles would measure each other.
    if (recorded !== undefined) {
      const { measures } = recorded;
      const why = `${measures.toLowerCase()} profiling already in use`;
      return refusal(500, `Could not enable ${profile.measures} profiling: ${why}`);
    }
    recorded = profile;
    try {
      const { format, seconds, file } = requested;
      const body = await profile.record({ ms: seconds * 1000, signal: request.signal, format });
      if (format === "text") return content("text/plain; charset=utf-8", body);
      return content("application/octet-stream", body, ["Content-Disposition", `attachment; filename="${file}"`]);
    } finally {
      recorded = undefined;
    }
  };
}

/** Reads the query as Go's server of profiles does. @returns the reason to refuse it */
function recordingOf(query: RequestState["info"]["query"], name: string, profile: Profile): Recording | string {
  const { measures, defaultSeconds, extension } = profile;
  const format = query.get("format") ?? "pprof";
  if (format !== "pprof" && format !== "devtools") return "format must be pprof or devtools";
  const text = query.get("seconds") ?? "";
  const sentSeconds = integerOf(text);
  if (sentSeconds > maxSeconds) return `seconds must be at most ${maxSeconds}`;
  const isCpu = measures === "CPU";
  if (!isCpu && text !== "" && sentSeconds <= 0) return 'invalid value for "seconds" - must be a positive integer';
  const isText = !isCpu && integerOf(query.get("debug") ?? "") !== 0;
  if (isText && text !== "") return "seconds and debug params are incompatible";
  const seconds = sentSeconds > 0 ? sentSeconds : defaultSeconds;
  if (format === "devtools") return { format, seconds, file: `${name}.${extension}` };
  return { format: isText ? "text" : "pprof", seconds, file: isCpu || text === "" ? name : `${name}-delta` };
}

/** Text that is no integer is 0. */
function integerOf(text: string): number {
  return /^[+-]?\d+$/.test(text) ? Number(text) : 0;
}

function redirect(method: RequestState["info"]["method"]): HttpResponse {
  const hasContent = method === "GET" || method === "HEAD";
  const type = hasContent ? ["Content-Type", "text/html; charset=utf-8"] : [];
  const body = Buffer.from(hasContent ? '<a href="/debug/pprof/">Found</a>.\n\n' : "");
  return { status: 302, headers: [...type, "Location", "/debug/pprof/"], body };
}

/** An error as Go's server of profiles sends it, which its tools recognize. */
function refusal(status: number, message: string): HttpResponse {
  const response = textResponse(status, `${message}\n`);
  return { ...response, headers: [...response.headers, "X-Go-Pprof", "1"] };
}

function content(type: string, body: string | Buffer, headers: readonly string[] = []): HttpResponse {
  return {
    status: 200,
    headers: ["Content-Type", type, ...headers, "X-Content-Type-Options", "nosniff"],
    body: Buffer.from(body),
  };
}

function index(profiles: ReadonlyMap<string, Profile>): string {
  const items = [...profiles].map(
    ([name, { about, defaultSeconds }]) =>
      `<li><a href="${name}">${name}</a>: ${about}; ?seconds=${defaultSeconds}</li>`,
  );
  return `<html><head><title>/debug/pprof/</title></head><body><ul>${items.join("")}</ul></body></html>\n`;
}
