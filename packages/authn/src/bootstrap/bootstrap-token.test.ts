import { createManualClock } from "@svc/base";
import { type ApiObject, kubernetesDialect, svcDialect } from "@svc/meta";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AuthenticationResult } from "../authenticator.ts";
import { bootstrapTokenVerifier } from "./bootstrap-token.ts";

const token = "abcdef.0123456789abcdef";
const good = { "token-id": "abcdef", "token-secret": "0123456789abcdef", "usage-bootstrap-authentication": "true" };
const clock = createManualClock(Date.UTC(2026, 0, 1));

function secret(data: Readonly<Record<string, string>>, more: Partial<ApiObject> = {}): ApiObject {
  const encoded = Object.entries(data).map(([k, v]) => [k, Buffer.from(v).toString("base64")]);
  return { metadata: {}, type: "bootstrap.kubernetes.io/token", data: Object.fromEntries(encoded), ...more };
}

function verify(text: string, stored: ApiObject | undefined, dialect = kubernetesDialect): AuthenticationResult {
  const place = `secrets ${dialect.namespaces.system} bootstrap-token-abcdef`;
  const objects = {
    getCached: (resource: string, namespace: string, name: string) =>
      `${resource} ${namespace} ${name}` === place ? stored : undefined,
  };
  return bootstrapTokenVerifier({ dialect, clock, objects }).verify(text, { audiences: [] }) as AuthenticationResult;
}

describe("a bootstrap token", () => {
  it.each([
    { name: "that is stored", data: good, groups: ["system:bootstrappers"] },
    {
      name: "with more groups, each once",
      data: { ...good, "auth-extra-groups": "system:bootstrappers:x,system:bootstrappers:a:b,system:bootstrappers:x" },
      groups: ["system:bootstrappers", "system:bootstrappers:a:b", "system:bootstrappers:x"],
    },
    {
      name: "that expires later",
      data: { ...good, expiration: "2026-01-01T00:00:01Z" },
      groups: ["system:bootstrappers"],
    },
  ])("$name is known", ({ data, groups }) => {
    const user = { name: "system:bootstrap:abcdef", uid: "", groups, extra: {} };
    expect(verify(token, secret(data))).toEqual({ kind: "authenticated", user });
  });

  it.each([
    { name: "without a secret", stored: undefined },
    { name: "of another type", stored: secret(good, { type: "Opaque" }) },
    { name: "with another secret", stored: secret({ ...good, "token-secret": "0123456789abcdeg" }) },
    { name: "with half its secret", stored: secret({ ...good, "token-secret": "0123456789" }) },
    { name: "without a secret", stored: secret({ "token-id": "abcdef", "usage-bootstrap-authentication": "true" }) },
    { name: "with another id", stored: secret({ ...good, "token-id": "fedcba" }) },
    { name: "that is for signing only", stored: secret({ ...good, "usage-bootstrap-authentication": "false" }) },
    {
      name: "that has the groups in another case",
      stored: secret({ ...good, "usage-bootstrap-authentication": "True" }),
    },
    { name: "that has just expired", stored: secret({ ...good, expiration: "2026-01-01T00:00:00Z" }) },
    { name: "with a malformed expiry", stored: secret({ ...good, expiration: "tomorrow" }) },
    { name: "with a group that is not for it", stored: secret({ ...good, "auth-extra-groups": "system:masters" }) },
    { name: "with an empty group", stored: secret({ ...good, "auth-extra-groups": "system:bootstrappers:x," }) },
    { name: "with space before a group", stored: secret({ ...good, "auth-extra-groups": " system:bootstrappers:x" }) },
    {
      name: "that is being deleted",
      stored: secret(good, { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } }),
    },
  ])("$name is absent", ({ stored }) => {
    expect(verify(token, stored)).toEqual({ kind: "absent" });
  });

  it.each(["", ".", "abcdef", "ABCDEF.0123456789abcdef", `${token}\n`, `${token}0`, "abcdef.0123456789ABCDEF"])(
    "is not %j",
    (text) => {
      expect(verify(text, secret(good))).toEqual({ kind: "absent" });
    },
  );

  it("is of the dialect", () => {
    const stored = secret(good, { type: "bootstrap.svc.io/token" });
    expect(verify(token, stored, svcDialect)).toMatchObject({ kind: "authenticated" });
    expect(verify(token, stored)).toEqual({ kind: "absent" });
  });

  it("never authenticates with another credential", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(verify(text, secret(good)).kind).toBe(text === token ? "authenticated" : "absent");
      }),
    );
  });
});
