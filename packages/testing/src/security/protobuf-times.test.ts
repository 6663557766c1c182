import { WireWriter } from "@svc/base/protobuf";
import { kubernetesDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import { startTestServer } from "../start-test-server.ts";

/** A ConfigMap in its envelope, whose creation time has these seconds and nanoseconds. */
function configMapOf(seconds: number | bigint, nanos: number): Uint8Array<ArrayBuffer> {
  const out = new WireWriter();
  const message = (number: number, write: () => void): void => {
    out.varint(number * 8 + 2);
    out.message(write);
  };
  const text = (number: number, value: string): void => {
    out.varint(number * 8 + 2);
    out.string(value);
  };
  const integer = (number: number, value: number | bigint): void => {
    out.varint(number * 8);
    out.integer(value);
  };
  out.raw(Uint8Array.from(kubernetesDialect.protobufMagic));
  message(1, () => {
    text(1, "v1");
    text(2, "ConfigMap");
  });
  message(2, () =>
    message(1, () => {
      text(1, "a");
      message(8, () => {
        integer(1, seconds);
        integer(2, nanos);
      });
    }),
  );
  return new Uint8Array(out.finish());
}

describe("a time in protobuf", () => {
  test.each([
    { name: "of today", seconds: 1_700_000_000, nanos: 0, want: 201 },
    { name: "whose nanoseconds exceed a second", seconds: 1_700_000_000, nanos: 2_000_000_000, want: 201 },
    { name: "with negative nanoseconds", seconds: 1_700_000_000, nanos: -1, want: 201 },
    { name: "after the year 9999", seconds: 253_402_300_800, nanos: 0, want: 400 },
    { name: "before the year 1", seconds: -62_135_596_801, nanos: 0, want: 400 },
    { name: "beyond what a Date can hold", seconds: 2n ** 62n, nanos: 0, want: 400 },
  ])("$name gets $want", async ({ seconds, nanos, want }) => {
    await using server = await startTestServer({ dialect: kubernetesDialect });
    const response = await server.fetch("/api/v1/namespaces/default/configmaps", {
      method: "POST",
      headers: { "content-type": kubernetesDialect.protobufMediaType },
      body: configMapOf(seconds, nanos),
    });
    expect(response.status).toBe(want);
  });
});
