import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { timeoutReason } from "@svc/base";
import { createEgress, type Egress } from "@svc/http/client";
import type { ClientCall } from "@svc/metrics";
import { afterEach, describe, expect, test } from "vitest";
import { measuredPost } from "./measured-post.ts";
import { postReview, type ReviewRequest } from "./post-review.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(handle: RequestListener): Promise<URL> {
  const server = createServer(handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/review?timeout=1s`);
}

const post = async (url: URL, more: Partial<ReviewRequest> = {}, deniedSubnets: readonly string[] = []) => {
  using egress = createEgress({ policy: () => ({ deniedSubnets }) });
  const request: ReviewRequest = {
    purpose: "webhook",
    body: "{}",
    headers: {},
    credential: { headers: { authorization: "Bearer secret", "impersonate-user": "a" } },
    signal: new AbortController().signal,
    maxBytes: 100,
    ...more,
  };
  return postReview(egress, { url }, request).then(
    ({ status, body }) => `${status} ${body.toString()}`,
    (error: Error) => error.message,
  );
};

test("the review is posted with its headers, and the response is returned with its status", async () => {
  const url = await serve((request, response) => {
    response.statusCode = 418;
    response.end(`${request.method} ${request.url} ${request.headers["content-type"]}`);
  });
  expect(await post(url)).toBe("418 POST /review?timeout=1s application/json");
});

test.each([
  { name: "a response", destroys: false, want: { status: 418, responseBytes: 3 } },
  { name: "a closed connection", destroys: true, want: { status: undefined } },
])("a measured review with $name is counted with the host of its webhook", async ({ destroys, want }) => {
  const url = await serve((request, response) => {
    response.statusCode = 418;
    if (destroys) request.socket.destroy();
    else response.end("tea");
  });
  const calls: ClientCall[] = [];
  const times = [10, 25];
  const clock = { monotonic: () => times.shift() ?? 0 };
  using egress = createEgress({ policy: () => ({ deniedSubnets: [] }) });
  const measured = measuredPost({ egress, clock, observe: (call) => void calls.push(call) });
  const { signal } = new AbortController();
  const request = { purpose: "conversion", body: "ä", headers: {}, signal, maxBytes: 100 } as const;
  await Promise.allSettled([measured({ url }, request)]);
  expect(calls).toEqual([{ method: "POST", host: url.host, ms: 15, requestBytes: 2, ...want }]);
});

describe("a webhook that redirects to a server of the operator's network", () => {
  const redirecting = async () => {
    const requested: string[] = [];
    const inside = await serve((request, response) => {
      requested.push(`${request.method} ${request.headers.authorization} ${request.headers["impersonate-user"]}`);
      response.end("inside");
    });
    const url = await serve((_request, response) => {
      response.writeHead(307, { location: inside.href });
      response.end();
    });
    return { url, requested };
  };

  test("leads nowhere: the redirect is the response", async () => {
    const { url, requested } = await redirecting();
    expect(await post(url)).toBe("307 ");
    expect(requested).toEqual([]);
  });

  test("is followed where that is allowed, without the credentials", async () => {
    const { url, requested } = await redirecting();
    expect(await post(url, { maxRedirects: 1 })).toBe("200 inside");
    expect(requested).toEqual(["POST undefined undefined"]);
  });

  test.each([
    { status: 302, want: "200 GET" },
    { status: 308, want: "200 POST" },
  ])("by $status is followed as HTTP clients do", async ({ status, want }) => {
    const inside = await serve((request, response) => response.end(request.method));
    const url = await serve((_request, response) => {
      response.writeHead(status, { location: inside.href });
      response.end();
    });
    expect(await post(url, { maxRedirects: 1 })).toBe(want);
  });

  test("again and again is followed as often as is allowed", async () => {
    const url = await serve((request, response) => {
      response.writeHead(302, { location: request.url });
      response.end();
    });
    expect(await post(url, { maxRedirects: 3 })).toBe("stopped after 3 redirects");
  });

  test("fails with the URL that the last redirect names", async () => {
    const locations = ["x", "https://127.0.0.1:1/y"];
    const errors = [];
    for (const location of locations) {
      const url = await serve((_request, response) => response.writeHead(302, { location }).end());
      using egress = createEgress({ policy: () => ({ deniedSubnets: [] }) });
      const request = { purpose: "webhook", body: "{}", headers: {}, maxBytes: 100, maxRedirects: 2 } as const;
      errors.push(
        await postReview(egress, { url }, { ...request, signal: new AbortController().signal }).catch((e) => e),
      );
    }
    expect(errors.map(({ redirectUrl }) => redirectUrl)).toEqual(locations);
  });

  test("does not lead to addresses that are denied, even then", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(307, { location: "http://169.254.169.254/latest" });
      response.end();
    });
    expect(await post(url, { maxRedirects: 1 }, ["169.254.0.0/16"])).toBe(
      "connections to 169.254.169.254 are not allowed",
    );
  });
});

describe("a response", () => {
  const big = "x".repeat(101);
  const unreadable = /^unexpected error when reading response body. Please retry. Original error: gzip: /;
  const cases = [
    { name: "of too many bytes", body: Buffer.from(big), gzip: false, want: "the response has more than 100 bytes" },
    { name: "that is compressed", body: gzipSync("small"), gzip: true, want: "200 small" },
    { name: "of too many bytes once unpacked", body: gzipSync(big), gzip: true, want: unreadable },
    { name: "that is no gzip", body: Buffer.from("no gzip at all"), gzip: true, want: unreadable },
  ];
  test.each(cases)("$name", async ({ body, gzip, want }) => {
    const url = await serve((_request, response) => {
      if (gzip) response.setHeader("content-encoding", "gzip");
      response.end(body);
    });
    expect(await post(url)).toMatch(want);
  });

  test.each([
    { name: "that does not arrive in time", reason: timeoutReason(), want: "context deadline exceeded" },
    { name: "whose caller has left", reason: undefined, want: "context canceled" },
  ])("$name", async ({ reason, want }) => {
    const ended = new AbortController();
    const url = await serve(() => ended.abort(reason));
    expect(await post(url, { signal: ended.signal })).toBe(want);
  });

  test("that breaks off", async () => {
    const url = await serve((request) => request.socket.destroy());
    expect(await post(url)).toBe("EOF");
  });

  const ofBody = "unexpected error when reading response body. Please retry. Original error: ";
  const packed = gzipSync("small");
  test.each<[string, Record<string, string>, Buffer, string]>([
    ["breaks off", { "content-length": "9" }, Buffer.from("part"), `${ofBody}unexpected EOF`],
    ["is empty", { "content-encoding": "gzip" }, Buffer.alloc(0), "200 "],
    ["is packed as GZIP", { "content-encoding": "GZIP" }, packed, "200 small"],
    ["ends too early", { "content-encoding": "gzip" }, packed.subarray(0, -4), `${ofBody}unexpected EOF`],
    ["is not packed", { "content-encoding": "gzip" }, Buffer.from("small"), `${ofBody}gzip: invalid header`],
  ])("whose body %s", async (_, headers, body, want) => {
    const url = await serve((request, response) => {
      response.writeHead(200, headers);
      response.write(body, () => (headers["content-length"] === undefined ? response.end() : request.socket.end()));
    });
    expect(await post(url)).toBe(want);
  });

  test("whose body does not arrive in time", async () => {
    const late = new AbortController();
    const url = await serve((_request, response) => void response.write("part"));
    using egress = createEgress({ policy: () => ({ deniedSubnets: [] }) });
    const client: Egress["client"] = (destination) => {
      const real = egress.client(destination);
      return { ...real, fetch: (request) => real.fetch(request).finally(() => late.abort(timeoutReason())) };
    };
    const { signal } = late;
    const request = { purpose: "conversion", body: "{}", headers: {}, maxBytes: 100, signal } as const;
    await expect(postReview({ ...egress, client }, { url }, request)).rejects.toThrow(
      `${ofBody}context deadline exceeded`,
    );
  });
});
