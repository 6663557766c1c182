import { parseUnsigned, quote } from "@svc/base";
import type { HttpResponse } from "@svc/http";
import type { PathHandler } from "@svc/server";

/** The verbosity of the log, which can be read and set. */
export interface Verbosity {
  get(): number;
  set(level: number): void;
}

const maxBodyBytes = 1_024;
const maxLevel = 2 ** 31 - 1;

/** The page of all flags that can be changed: `v` alone. */
const page = Buffer.from(`<html>
<head>
<title>/debug/flags/</title>
</head>
<body>
/debug/flags/<br>
<br>
flags:<br>
<table>

<tr>v<br>

</table>
<br>
full flags configurable<br>
</body>
</html>
`);

/**
 * Lets clients change the log level with `PUT /debug/flags/v`, whose body is the level. All other
 * paths below `/debug/flags` have the page of flags.
 */
export function verbosityPaths(verbosity: Verbosity): PathHandler {
  return async ({ info, request }) => {
    if (info.path !== "/debug/flags/v") {
      return { status: 200, headers: ["Content-Type", "text/html; charset=utf-8"], body: page };
    }
    if (info.method !== "PUT") return plain(406, "unsupported http method\n");
    const text = (await request.readBody(maxBodyBytes)).toString("utf8");
    const level = parseUnsigned(text, 32);
    if (!level.ok) return plain(400, `${level.problem}\n`);
    if (level.value > maxLevel) {
      const why = `strconv.ParseInt: parsing ${quote(text)}: value out of range`;
      return plain(400, `failed set klog.logging.verbosity ${text}: ${why}\n`);
    }
    verbosity.set(Number(level.value));
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
