import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

const maps = "/api/v1/namespaces/default/configmaps";

interface TestResponse {
  readonly code: number;
  readonly text: string;
}

describe("the built server, over a store that was damaged", () => {
  let server: ServerProcess;
  const store = (): string => join(server.dataDir, "store");

  beforeAll(async () => {
    server = await startServerProcess("kubernetes");
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  const ask = (method: string, path: string, body?: object): Promise<TestResponse> =>
    new Promise((resolve, reject) => {
      const kubeconfig = readFileSync(server.kubeconfig, "utf8");
      const data = (name: string): Buffer =>
        Buffer.from(new RegExp(`${name}-data"?: "?([A-Za-z0-9+/=]+)`).exec(kubeconfig)?.[1] ?? "", "base64");
      const [cert, key] = [data("client-certificate"), data("client-key")];
      const options = { method, cert, key, rejectUnauthorized: false, agent: false as const };
      const sent = request(new URL(path, server.url), options, (response) => {
        const received: Buffer[] = [];
        response.on("data", (chunk: Buffer) => received.push(chunk));
        response.on("end", () => resolve({ code: response.statusCode ?? 0, text: Buffer.concat(received).toString() }));
      });
      sent.on("error", reject);
      sent.setHeader("content-type", "application/json");
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });

  /** Flips a bit where a text stands in the segments. */
  function flip(text: string): void {
    let flips = 0;
    for (const name of readdirSync(store()).filter((n) => n.endsWith(".log"))) {
      const bytes = readFileSync(join(store(), name));
      const at = bytes.indexOf(text);
      if (at < 0) continue;
      bytes[at]! ^= 1;
      writeFileSync(join(store(), name), bytes);
      flips++;
    }
    expect(flips).toBe(1);
  }

  test("serves the rest, reports the damage, and recovers", async () => {
    for (const name of ["bad", "good", "worse"])
      expect((await ask("POST", maps, { metadata: { name }, data: { text: `the text of ${name}` } })).code).toBe(201);
    // Ended cleanly, then as by a crash.
    await server.restart();
    await server.kill();
    flip("the text of bad");
    flip("the text of worse");
    await server.start();
    expect((await ask("GET", "/readyz")).code).toBe(200);
    expect((await ask("GET", `${maps}/good`)).text).toContain("the text of good");
    expect(await ask("GET", `${maps}/bad`)).toMatchObject({
      code: 500,
      text: expect.stringContaining("corrupt object"),
    });
    const list = await ask("GET", maps);
    expect(list.code).toBe(500);
    for (const name of ["bad", "worse"]) expect(list.text).toContain(`/registry/configmaps/default/${name}`);
    expect((await ask("GET", "/readyz?verbose")).text).toContain("stored-objects ok: cannot be read: 2 of configmaps");
    expect((await ask("GET", "/metrics")).text).toContain(
      'apiserver_storage_unreadable_objects{resource="configmaps"} 2',
    );
    expect((await ask("PUT", `${maps}/bad`, { metadata: { name: "bad" }, data: { text: "new" } })).code).toBe(200);
    expect((await ask("DELETE", `${maps}/worse`)).code).toBe(200);
    await server.restart();
    const healed = await ask("GET", maps);
    expect(healed.code).toBe(200);
    expect(healed.text).toContain('"text":"new"');
    expect(healed.text).not.toContain("worse");
    expect((await ask("GET", "/readyz?verbose")).text).not.toContain("stored-objects");
  });

  test("does not start without its newest segment", async () => {
    await server.restart();
    await server.kill();
    const last =
      readdirSync(store())
        .filter((n) => n.endsWith(".log"))
        .sort()
        .at(-1) ?? "";
    const copy = readFileSync(join(store(), last));
    rmSync(join(store(), last));
    rmSync(join(store(), last.replace(/log$/, "idx")));
    await expect(server.start()).rejects.toThrow(/ended with 1/);
    writeFileSync(join(store(), last), copy);
    await server.start();
    expect((await ask("GET", `${maps}/good`)).code).toBe(200);
  });
});
