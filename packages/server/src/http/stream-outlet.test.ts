import { createServer, type RequestListener, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Outlet } from "./exchange.ts";
import { createChunkFramer, ResponseOutlet } from "./stream-outlet.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A server whose answers are streams. */
async function serve(stream: (outlet: Outlet) => void): Promise<number> {
  const frame = createChunkFramer();
  const listener: RequestListener = (_, response) => {
    response.writeHead(200);
    response.flushHeaders();
    stream(new ResponseOutlet(response, frame));
  };
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function get(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ port, host: "127.0.0.1" }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve(text));
      response.on("error", reject);
    })
      .on("error", reject)
      .end();
  });
}

/** Sends text as it is and gives back all that is answered. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let answer = "";
    socket.setEncoding("utf8").on("data", (piece: string) => (answer += piece));
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}

const twoChunks = (outlet: Outlet): void => {
  outlet.write(Buffer.from("first\n"));
  outlet.write(Buffer.alloc(0));
  outlet.write(Buffer.from("second\n"));
  outlet.end();
};

test("chunks arrive in order, and the body ends", async () => {
  const port = await serve(twoChunks);
  expect(await get(port)).toBe("first\nsecond\n");
});

test("the same chunk goes to several clients", async () => {
  const chunk = Buffer.from("shared\n");
  const port = await serve((outlet) => {
    outlet.write(chunk);
    outlet.end();
  });
  expect(await Promise.all([get(port), get(port), get(port)])).toEqual(["shared\n", "shared\n", "shared\n"]);
});

test("a client of HTTP/1.0 gets the bytes without frames", async () => {
  const port = await serve(twoChunks);
  const answer = await exchange(port, "GET / HTTP/1.0\r\n\r\n");
  expect(answer.split("\r\n\r\n")[1]).toBe("first\nsecond\n");
});

test("a response that waits for the one before it does not overtake it", async () => {
  const outlets: Outlet[] = [];
  const port = await serve((outlet) => {
    outlets.push(outlet);
    if (outlets.length < 2) return;
    outlets[1]?.write(Buffer.from("later"));
    outlets[1]?.end();
    outlets[0]?.write(Buffer.from("earlier"));
    outlets[0]?.end();
  });
  const one = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  const answer = await exchange(port, `${one}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer.indexOf("earlier")).toBeGreaterThan(0);
  expect(answer.indexOf("later")).toBeGreaterThan(answer.indexOf("earlier"));
});

test("who writes is told when what waited has been taken", async () => {
  const chunk = Buffer.alloc(1024 * 1024, "x");
  let drained = 0;
  let written = 0;
  const port = await serve((outlet) => {
    outlet.onDrain(() => {
      drained++;
      outlet.end();
    });
    do written += chunk.length;
    while (outlet.write(chunk));
  });
  expect((await get(port)).length).toBe(written);
  expect(drained).toBe(1);
});
