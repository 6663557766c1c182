import type { FuzzRequest } from "./requests.ts";

/** Removes requests, then halves of bodies, as long as the rest still fails. */
export async function shrink(
  requests: readonly FuzzRequest[],
  fails: (fewer: readonly FuzzRequest[]) => Promise<boolean>,
): Promise<readonly FuzzRequest[]> {
  let kept = requests;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < kept.length; ) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (fewer.length > 0 && (await fails(fewer))) kept = fewer;
      else from += size;
    }
  for (let at = 0; at < kept.length; at++)
    for (const simpler of simplifications(kept[at])) {
      const request = kept[at];
      if (request === undefined) continue;
      const candidate = kept.with(at, simpler(request));
      if (await fails(candidate)) kept = candidate;
    }
  return kept;
}

/** Ways to leave out one thing of a request: its query, a header, its body. */
function simplifications(request: FuzzRequest | undefined): readonly ((from: FuzzRequest) => FuzzRequest)[] {
  return [
    (from) => ({ ...from, path: from.path.replace(/\?.*$/s, "") }),
    ...Object.keys(request?.headers ?? {}).map((name) => (from: FuzzRequest): FuzzRequest => {
      const { [name]: _, ...headers } = from.headers;
      return { ...from, headers };
    }),
    (from) => ({ ...from, body: undefined }),
  ];
}

/** A request as it is printed: enough to send it again. */
export function requestText({ method, path, headers, body }: FuzzRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value.slice(0, 200)}`);
  const text =
    body === undefined ? [] : [`  body of ${body.length} bytes, base64: ${body.subarray(0, 3000).toString("base64")}`];
  return [`${method} ${path.slice(0, 500)}`, ...lines, ...text].join("\n");
}
