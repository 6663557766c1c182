import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { readWhole } from "../client/index.ts";
import type { HttpResponse, ResponseWriter } from "../http.ts";
import type { HttpServerCase } from "./http-server-case.ts";

const none = Buffer.alloc(0);
const get = { method: "GET", path: "/" } as const;
const streamed = (start: (writer: ResponseWriter) => void): HttpResponse => ({
  status: 200,
  headers: [],
  body: { start },
});

/** Cases about the response that a client receives. */
export const responseCases: readonly HttpServerCase[] = [
  {
    name: "the status, the headers and the body are those of the handler",
    run: async (open) => {
      const server = await open(() => ({ status: 418, headers: ["X-A", "b"], body: Buffer.from("tea") }));
      const response = await server.fetch(get);
      deepEqual([response.status, response.header("x-a")], [418, "b"]);
      equal((await readWhole(response)).toString(), "tea");
    },
  },
  {
    name: "a handler that throws or rejects is a 500, and the server goes on",
    run: async (open) => {
      const failing = new Map([
        [
          "/throws",
          () => {
            throw new Error("a bug");
          },
        ],
        ["/rejects", () => Promise.reject(new Error("a bug"))],
      ]);
      const server = await open(({ target }) => failing.get(target)?.() ?? { status: 200, headers: [], body: none });
      for (const [path, status] of [
        ["/throws", 500],
        ["/rejects", 500],
        ["/", 200],
      ] as const) {
        const response = await server.fetch({ method: "GET", path });
        equal(response.status, status);
        await readWhole(response);
      }
    },
  },
  {
    name: "a body that cannot be started is broken off, and the server goes on",
    run: async (open) => {
      const server = await open(({ target }) =>
        target === "/throws"
          ? streamed(() => {
              throw new Error("a bug");
            })
          : { status: 200, headers: [], body: none },
      );
      await rejects(async () => readWhole(await server.fetch({ method: "GET", path: "/throws" })));
      const response = await server.fetch(get);
      equal(response.status, 200);
      await readWhole(response);
    },
  },
  {
    name: "a body that is larger than its reader takes is a 413 of a handler that leaves it so",
    run: async (open) => {
      const server = await open(async (request) => ({ status: 200, headers: [], body: await request.readBody(3) }));
      const response = await server.fetch({ method: "POST", path: "/", body: Buffer.from("four") });
      equal(response.status, 413);
      await readWhole(response);
    },
  },
  {
    name: "a header that repeats is sent as often",
    run: async (open) => {
      const server = await open(() => ({ status: 200, headers: ["X-A", "1", "x-a", "2"], body: Buffer.from("") }));
      const response = await server.fetch(get);
      equal(response.header("x-a"), "1, 2");
      await readWhole(response);
    },
  },
  {
    name: "a header cannot end its line",
    run: async (open) => {
      const server = await open(() => ({ status: 200, headers: ["X-A", "1\r\nX-B: 2"], body: Buffer.from("") }));
      const response = await server.fetch(get);
      deepEqual([response.header("x-a"), response.header("x-b")], ["1??X-B: 2", undefined]);
      await readWhole(response);
    },
  },
  {
    name: "a body of several buffers is one body, of any size",
    run: async (open) => {
      const parts = Array.from({ length: 100 }, (_, i) => Buffer.alloc(i * 1000, i));
      const server = await open(() => ({ status: 200, headers: [], body: parts }));
      const body = await readWhole(await server.fetch(get), 10_000_000);
      ok(body.equals(Buffer.concat(parts)));
    },
  },
  {
    name: "a streamed body has a content length where it is known",
    run: async (open) => {
      const start = (writer: ResponseWriter): void => {
        writer.write(Buffer.from("he"));
        writer.write(Buffer.from("llo"));
        writer.end();
      };
      const server = await open(() => ({ status: 200, headers: [], body: { length: 5, start } }));
      for (const _ of [1, 2]) {
        const response = await server.fetch(get);
        equal(response.header("content-length"), "5");
        equal((await readWhole(response)).toString(), "hello");
      }
    },
  },
  ...[204, 304].map(
    (status) =>
      ({
        name: `a response with status ${status} has no body`,
        run: async (open) => {
          const server = await open(() => ({ status, headers: [], body: Buffer.from("none") }));
          const response = await server.fetch(get);
          equal(response.status, status);
          equal((await readWhole(response)).length, 0);
          equal((await server.fetch(get)).status, status);
        },
      }) satisfies HttpServerCase,
  ),
  {
    name: "a response to HEAD has no body",
    run: async (open) => {
      const server = await open(() => ({ status: 200, headers: [], body: Buffer.from("none") }));
      const response = await server.fetch({ ...get, method: "HEAD" });
      equal((await readWhole(response)).length, 0);
    },
  },
  {
    name: "pieces of a stream arrive before its end",
    run: async (open) => {
      let writer: ResponseWriter | undefined;
      const server = await open(() => streamed((started) => (writer = started)));
      const response = await server.fetch(get);
      const pieces = response.body[Symbol.asyncIterator]();
      for (const text of ["one", "two"]) {
        writer?.write(Buffer.from(text));
        equal(Buffer.from((await pieces.next()).value as Uint8Array).toString(), text);
      }
      writer?.end();
      equal((await pieces.next()).done, true);
    },
  },
  {
    name: "an empty piece does not end a stream",
    run: async (open) => {
      const server = await open(() =>
        streamed((writer) => {
          for (const text of ["a", "", "b"]) writer.write(Buffer.from(text));
          writer.end();
        }),
      );
      equal((await readWhole(await server.fetch(get))).toString(), "ab");
    },
  },
  {
    name: "a stream pauses for a slow client, and continues on drain",
    run: async (open) => {
      let writes = 0;
      const piece = Buffer.alloc(64 * 1024);
      const server = await open(() =>
        streamed((writer) => {
          const fill = (): void => {
            while (writes < 400) {
              writes++;
              if (!writer.write(piece)) return;
            }
            writer.end();
          };
          writer.onDrain(fill);
          fill();
        }),
      );
      const response = await server.fetch(get);
      ok(writes < 400);
      equal((await readWhole(response, 100_000_000)).length, 400 * piece.length);
    },
  },
  {
    name: "a stream and its request are notified when the client leaves",
    run: async (open) => {
      const closed = Promise.withResolvers<boolean>();
      const server = await open(({ signal }) =>
        streamed((writer) => {
          writer.onClose(() => closed.resolve(signal.aborted || true));
          writer.write(Buffer.from("event"));
        }),
      );
      for await (const _piece of (await server.fetch(get)).body) break;
      equal(await closed.promise, true);
    },
  },
  {
    name: "a stream that breaks off is an error of its reader",
    run: async (open) => {
      const server = await open(() =>
        streamed((writer) => {
          writer.write(Buffer.from("half"));
          setImmediate(() => writer.abort());
        }),
      );
      await rejects(async () => readWhole(await server.fetch(get)));
    },
  },
  ...(["GET", "HEAD"] as const).map(
    (method) =>
      ({
        name: `the end of the delivery of a body is reported once, ${method === "GET" ? "sent" : "or not sent"}`,
        run: async (open) => {
          const ends: string[] = [];
          const ended = Promise.withResolvers<void>();
          const onEnd = (): void => {
            ends.push("ended");
            ended.resolve();
          };
          const body = [Buffer.alloc(300_000), Buffer.alloc(300_000)];
          const server = await open(({ target }) =>
            target === "/"
              ? { status: 200, headers: [], body, delivery: { timeoutMs: 60_000, onEnd } }
              : { status: 200, headers: [], body: none },
          );
          await readWhole(await server.fetch({ ...get, method }), 1_000_000);
          await ended.promise;
          await readWhole(await server.fetch({ ...get, path: "/other" }));
          deepEqual(ends, ["ended"]);
        },
      }) satisfies HttpServerCase,
  ),
  {
    name: "the delivery of a body ends when its client leaves",
    run: async (open) => {
      const ended = Promise.withResolvers<void>();
      const delivery = { timeoutMs: 60_000, onEnd: ended.resolve };
      const body = Array.from({ length: 64 }, () => Buffer.alloc(1_000_000));
      const server = await open(() => ({ status: 200, headers: [], body, delivery }));
      for await (const _piece of (await server.fetch(get)).body) break;
      await ended.promise;
    },
  },
  {
    name: "a request that the server gives up has an aborted signal, and a response",
    run: async (open) => {
      const server = await open((request) => {
        const { signal } = request;
        request.abort();
        return { status: signal.aborted ? 504 : 200, headers: [], body: none };
      });
      const response = await server.fetch(get);
      equal(response.status, 504);
      await readWhole(response);
    },
  },
];
