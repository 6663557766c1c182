import type { HttpResponse } from "@svc/http";
import type { PathHandler } from "@svc/server";

/** How much is logged. */
export interface Verbosity {
  get(): number;
  set(level: number): void;
}

const maxDigits = 10;

/** Lets clients change the log level with `PUT /debug/flags/v`, whose body is the level. */
export function verbosityPaths(verbosity: Verbosity): PathHandler {
  return async ({ info, request }) => {
    if (info.path === "/debug/flags" || info.path === "/debug/flags/") return plain(200, "v\n");
    if (info.path !== "/debug/flags/v") return undefined;
    if (info.method !== "PUT") return plain(406, "unsupported http method");
    const text = (await request.readBody(maxDigits)).toString("latin1");
    if (!/^\d{1,3}$/.test(text))
      return plain(400, `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`);
    verbosity.set(Number(text));
    return plain(200, `successfully set klog.logging.verbosity to ${text}\n`);
  };
}

function plain(status: number, text: string): HttpResponse {
  return {
    status,
    headers: ["Content-Type", "text/plain", "X-Content-Type-Options", "nosniff"],
    body: Buffer.from(text),
  };
}
