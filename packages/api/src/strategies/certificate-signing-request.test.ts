import { type ApiObject, kubernetesDialect } from "@svc/meta";
import type { Strategy, WriteContext } from "@svc/schema";
import { describe, expect, it } from "vitest";
import { certificateSigningRequest } from "./certificate-signing-request.ts";

const now = "2026-01-02T03:04:05Z";
const context: WriteContext = {
  now,
  nowMs: Date.parse(now),
  gates: { enabled: () => false },
  group: "",
  version: "v1",
  namespace: "",
  warn: () => undefined,
};
const object = (parts: object): ApiObject =>
  ({ apiVersion: "v1", kind: "X", metadata: { name: "a" }, ...parts }) as ApiObject;

describe("decisions about a certificate", () => {
  const { subresources = {} } = certificateSigningRequest(kubernetesDialect);
  const old = "2020-01-01T00:00:00Z";
  const approved = { type: "Approved", status: "True", message: "a", lastUpdateTime: old, lastTransitionTime: old };
  const status = (...conditions: readonly object[]): ApiObject => object({ spec: {}, status: { conditions } });
  const after = (name: string, before: ApiObject, sent: ApiObject): unknown => {
    const changed = structuredClone(sent);
    (subresources[name] as NonNullable<Strategy["subresources"]>[string]).prepareUpdate(changed, before, context);
    return (changed["status"] as { conditions?: unknown }).conditions;
  };

  it("are not the status's to change", () => {
    expect(after("status", status(approved), status({ ...approved, message: "b" }))).toEqual([approved]);
  });

  it("are restored, and validation reports added or removed ones", () => {
    expect(after("status", status(), status(approved))).toEqual([approved]);
    expect(after("status", status(approved), status())).toBeUndefined();
  });

  it("are changed by the approval subresource", () => {
    const changed = { type: "Approved", status: "True", message: "b" };
    expect(after("approval", status(approved), status(changed))).toEqual([
      { ...changed, lastUpdateTime: now, lastTransitionTime: old },
    ]);
  });
});
