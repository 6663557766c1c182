import { kubernetesDialect, svcDialect } from "@svc/meta";
import { expect, test } from "vitest";
import { startTestServer } from "./index.ts";

test.each([svcDialect, kubernetesDialect])(
  "the aggregated document is available in each form, with one tag: $name",
  async (dialect) => {
    await using server = await startTestServer({ dialect });
    const parameters = `;g=${dialect.expand("apidiscovery.{api}")};v=v2;as=APIGroupDiscoveryList`;
    const ask = (accept: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
      server.fetch("/api", { headers: { accept, ...headers } });
    const tags = new Set<string | null>();
    const table: readonly (readonly [string, string])[] = [
      ["application/json", '{"kind":"APIGroupDiscoveryList","apiVersion":'],
      ["application/yaml", `apiVersion: ${dialect.expand("apidiscovery.{api}")}/v2\nitems:\n- metadata:\n`],
      [dialect.protobufMediaType, String.fromCharCode(...dialect.protobufMagic)],
    ];
    for (const [type, begins] of table) {
      // A form in which it is not asked for does not count, however much rather a client would have
      // it.
      const response = await ask(`application/yaml, ${type}${parameters};q=0.5`);
      const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
      expect([response.headers.get("content-type"), text.slice(0, begins.length)]).toEqual([type + parameters, begins]);
      tags.add(response.headers.get("etag"));
      const again = await ask(type + parameters, { "if-none-match": response.headers.get("etag") ?? "" });
      expect(again.status).toBe(304);
    }
    expect(tags.size).toBe(1);
    const lines = await ask(`application/json${parameters}`, { "user-agent": "curl/8" });
    expect((await lines.text()).slice(0, 12)).toBe('{\n  "kind": ');
  },
);
