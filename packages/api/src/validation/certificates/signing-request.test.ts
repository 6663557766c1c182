import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";
import { authority, ecRequest, ed25519Request, leaf, rsaPssRequest } from "../testing/pem-files.ts";

const encoded = (text: string): string => Buffer.from(text).toString("base64");
const derOf = (pem: string): Buffer => Buffer.from(pem.replace(/-----.*-----/g, ""), "base64");
const pemOf = (der: Buffer, type = "CERTIFICATE REQUEST"): string =>
  `-----BEGIN ${type}-----\n${der.toString("base64")}\n-----END ${type}-----\n`;
/** A request of which one byte is another; counted from the end where negative. */
const changed = (pem: string, index: number): string => {
  const der = derOf(pem);
  const at = index < 0 ? der.length + index : index;
  der[at] = (der[at] ?? 0) ^ 1;
  return pemOf(der);
};

const judged = judgeKind({
  apiVersion: "certificates.k8s.io/v1",
  kind: "CertificateSigningRequest",
  spec: { request: encoded(ed25519Request), signerName: "example.com/signer", usages: ["client auth"] },
});
const noBlock = "PEM block type must be CERTIFICATE REQUEST";

describe("requests", () => {
  it.each<[string, string]>([
    ["Ed25519", ed25519Request],
    ["ECDSA", ecRequest],
    ["RSA-PSS", rsaPssRequest],
    ["among other text", `before\n${ed25519Request}after`],
    ["with headers", ed25519Request.replace("-----\n", "-----\nA: b\n\n")],
    ["the first of two", ed25519Request + ecRequest],
  ])("%s", (_, pem) => {
    expect(judged.create({ spec: { request: encoded(pem) } })).toEqual([]);
  });

  it.each<[string, string, string]>([
    ["nothing", "", noBlock],
    ["other text", "foo", noBlock],
    ["a certificate", leaf, noBlock],
    ["a block of another type", pemOf(derOf(ed25519Request), "NEW CERTIFICATE REQUEST"), noBlock],
    ["an empty block", pemOf(Buffer.alloc(0)), "asn1: syntax error: sequence truncated"],
    ["an empty sequence", pemOf(Buffer.from([0x30, 0])), "asn1: syntax error: sequence truncated"],
    ["half of one", pemOf(derOf(ed25519Request).subarray(0, 100)), "asn1: syntax error: data truncated"],
    ["more than one", pemOf(Buffer.concat([derOf(ed25519Request), Buffer.of(0)])), "asn1: syntax error: trailing data"],
    ["no sequence", changed(ed25519Request, 0), "asn1: structure error: tags don't match (48 vs 49)"],
    ["a signature of another key", changed(ed25519Request, -3), "x509: Ed25519 verification failure"],
    ["other content than was signed", changed(ecRequest, -3), "x509: ECDSA verification failure"],
    ["another salt", changed(rsaPssRequest, -3), "crypto/rsa: verification error"],
  ])("%s", (_, pem, message) => {
    const bytes = [...Buffer.from(pem)].map((byte) => `0x${byte.toString(16)}`).join(", ");
    expect(judged.create({ spec: { request: encoded(pem) } })).toEqual([
      `spec.request: Invalid value: []byte{${bytes}}: ${message}`,
    ]);
  });
});

describe("signer names", () => {
  it.each<[string, readonly string[]]>([
    ["example.com/a.b", []],
    ["", ["Required value"]],
    [
      "foo",
      ["Invalid value: \"foo\": must be a fully qualified domain and path of the form 'example.com/signer-name'"],
    ],
    [
      "a.b/c/d",
      ["Invalid value: \"a.b/c/d\": must be a fully qualified domain and path of the form 'example.com/signer-name'"],
    ],
    ["foo/bar", ['Invalid value: "foo": should be a domain with at least two segments separated by dots']],
    ["example.com/", [`Invalid value: "": validating label "": ${formats.subdomain}`]],
    [
      "/x",
      [
        `Invalid value: "": validating label "": ${formats.label}`,
        'Invalid value: "": should be a domain with at least two segments separated by dots',
      ],
    ],
    ["A.B.c/x", [`Invalid value: "A.B.c": validating label "A": ${formats.label}`]],
    ["a.b/A.B.-", [`Invalid value: "A.B.-": validating label "A": ${formats.subdomain}`]],
    [`${"a.".repeat(127)}b/x`, ["Too long: may not be more than 253 bytes"]],
    [
      "kubernetes.io/legacy-unknown",
      ['Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed via this API version'],
    ],
  ])("%s", (signerName, errors) => {
    expect(judged.create({ spec: { signerName } })).toEqual(errors.map((error) => `spec.signerName: ${error}`));
  });
});

it.each<[object, readonly string[]]>([
  [{ usages: [] }, ["spec.usages: Required value"]],
  [{ usages: ["client auth", "client auth"] }, ['spec.usages[1]: Duplicate value: "client auth"']],
  [{ usages: ["s/mime", "any", "microsoft sgc"] }, []],
  [
    { expirationSeconds: 599 },
    ["spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)"],
  ],
  [{ expirationSeconds: 600 }, []],
])("%j", (spec, errors) => {
  expect(judged.create({ spec })).toEqual(errors);
});

it("an unknown usage", () => {
  expect(judged.create({ spec: { usages: ["foo"] } })[0]).toMatch(
    /^spec\.usages\[0\]: Unsupported value: "foo": supported values: "any", "cert sign", .*"timestamping"$/,
  );
});

describe("allowed updates", () => {
  const condition = (type: string, status = "True"): object => ({ type, status });
  const withStatus = (status: object): ReturnType<typeof judgeKind> =>
    judgeKind({ apiVersion: "certificates.k8s.io/v1", kind: "CertificateSigningRequest", ...{ status } });
  const conditions = (...list: readonly object[]): object => ({ conditions: list });

  it.each<[object, string, object, readonly string[]]>([
    [{}, "status", conditions(condition("Foo")), []],
    [{}, "status", conditions(condition("Failed")), []],
    [{}, "approval", conditions(condition("Approved")), []],
    [
      {},
      "status",
      conditions(condition("Approved")),
      ['conditions: Forbidden: updates may not add a condition of type "Approved"'],
    ],
    [
      conditions(condition("Approved")),
      "approval",
      conditions(condition("Denied")),
      ['conditions: Forbidden: updates may not remove a condition of type "Approved"'],
    ],
    [
      conditions(condition("Failed")),
      "approval",
      conditions(),
      ['conditions: Forbidden: updates may not remove a condition of type "Failed"'],
    ],
    [
      {},
      "approval",
      conditions(condition("Denied"), condition("Approved")),
      ['conditions[1].type: Invalid value: "Approved": Approved and Denied conditions are mutually exclusive'],
    ],
    [
      {},
      "approval",
      conditions(condition("Approved", "False")),
      ['conditions[0].status: Unsupported value: "False": supported values: "True"'],
    ],
    [{}, "approval", conditions(condition("Foo"), condition("Foo")), ['conditions[1].type: Duplicate value: "Foo"']],
    [
      {},
      "status",
      conditions({ type: "", status: "" }),
      ["conditions[0].type: Required value", "conditions[0].status: Required value"],
    ],
    [
      {},
      "status",
      conditions(condition("Foo", "Bar")),
      ['conditions[0].status: Unsupported value: "Bar": supported values: "False", "True", "Unknown"'],
    ],
  ])("%j, %s %j", (before, subresource, status, errors) => {
    expect(withStatus(before).subresource(subresource, { status })).toEqual(errors.map((error) => `status.${error}`));
  });

  const hidden = 'Invalid value: "<certificate data>":';
  const unchanged = "Forbidden: updates may not modify existing certificate content";
  it.each<[string, string | undefined, string, readonly string[]]>([
    ["a certificate", undefined, leaf, []],
    ["a chain", undefined, `text\n${leaf}${authority}`, []],
    ["text", undefined, "foo", [`${hidden} must contain at least one CERTIFICATE PEM block`]],
    [
      "a request",
      undefined,
      leaf + ed25519Request,
      [`${hidden} only CERTIFICATE PEM blocks are allowed, found "CERTIFICATE REQUEST"`],
    ],
    [
      "headers",
      undefined,
      leaf.replace("-----\n", "-----\nA: b\n\n"),
      [`${hidden} no PEM block headers are permitted`],
    ],
    ["no certificate", undefined, pemOf(Buffer.from("x"), "CERTIFICATE"), [`${hidden} x509: malformed certificate`]],
    ["another one", leaf, authority, [unchanged]],
    ["what is none", leaf, "foo", [`${hidden} must contain at least one CERTIFICATE PEM block`, unchanged]],
  ])("%s", (_, before, after, errors) => {
    const judge = withStatus(before === undefined ? {} : { certificate: encoded(before) });
    expect(judge.subresource("status", { status: { certificate: encoded(after) } })).toEqual(
      errors.map((error) => `status.certificate: ${error}`),
    );
  });
});
