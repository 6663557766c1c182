import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { authority, ed25519Request, leaf } from "../testing/pem-files.ts";

const judged = judgeKind({
  apiVersion: "certificates.k8s.io/v1beta1",
  kind: "ClusterTrustBundle",
  ...{ spec: { trustBundle: authority } },
});
const omitted = 'spec.trustBundle: Invalid value: "<value omitted>":';

describe("bundles", () => {
  it.each<[string, string, readonly string[]]>([
    ["of one authority", authority, []],
    ["among other text", `junk\n${authority}trail`, []],
    ["of none", "", [`${omitted} at least one trust anchor must be provided`]],
    ["of text", "foo", [`${omitted} at least one trust anchor must be provided`]],
    ["of who is no authority", authority + leaf, [`${omitted} entry 1 does not have the CA bit set`]],
    ["of the same twice", authority + authority, [`${omitted} duplicate trust anchor (indices [0 1])`]],
    ["of a request", ed25519Request, [`${omitted} entry 0 has bad block type: CERTIFICATE REQUEST`]],
    ["with headers", authority.replace("-----\n", "-----\nA: b\n\n"), [`${omitted} entry 0 has PEM block headers`]],
    [
      "of no certificate",
      "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
      [`${omitted} entry 0 does not parse as X.509`],
    ],
    ["that is too long", "x".repeat(1_048_577), ["spec.trustBundle: Too long: may not be more than 1048576 bytes"]],
  ])("%s", (_, trustBundle, errors) => {
    expect(judged.create({ spec: { trustBundle } })).toEqual(errors);
  });
});

describe("names", () => {
  it.each<[string, string | null, readonly string[]]>([
    ["a", null, []],
    ["A_b", null, [`metadata.name: Invalid value: "A_b": ${formats.subdomain}`]],
    [
      "a:b",
      null,
      ['metadata.name: Invalid value: "a:b": ClusterTrustBundle without signer name must not have ":" in its name'],
    ],
    ["example.com:s:x", "example.com/s", []],
    ["example.com:s:X_", "example.com/s", [`metadata.name: Invalid value: "example.com:s:X_": ${formats.subdomain}`]],
    [
      "x",
      "example.com/s",
      [
        'metadata.name: Invalid value: "x": ClusterTrustBundle for signerName example.com/s must be named with prefix example.com:s:',
      ],
    ],
    [
      "foo:x",
      "foo",
      [
        "spec.signerName: Invalid value: \"foo\": must be a fully qualified domain and path of the form 'example.com/signer-name'",
      ],
    ],
  ])("%s of %s", (name, signerName, errors) => {
    expect(judged.create({ metadata: { name }, spec: { signerName } })).toEqual(errors);
  });
});

it("the signer is immutable", () => {
  expect(judged.update({ metadata: { name: "a.b:c:x" }, spec: { signerName: "a.b/c" } })).toEqual([
    'spec.signerName: Invalid value: "a.b/c": field is immutable',
  ]);
});
