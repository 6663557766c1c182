import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { merged } from "../testing/judge.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("ServiceAccount", () => {
  const valid = {
    apiVersion: "v1",
    kind: "ServiceAccount",
    secrets: [{ name: "s" }],
    metadata: { name: "core-serviceaccount" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ secrets: [{}] }, []],
    [{ imagePullSecrets: [{}] }, []],
    [{ metadata: { annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } } }, []],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { metadata: { annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } } },
      [
        "metadata.annotations[kubernetes.io/enforce-mountable-secrets]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets",
      ],
    ],
  ])("warns of %j", (patch, errors) => {
    expect(judged.warnings(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ metadata: { annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } } }, []],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  const restrictedAccount = judgeKind(
    merged(valid, { metadata: { annotations: { "kubernetes.io/enforce-mountable-secrets": "true" } } }),
  );

  it.each<[object, readonly string[]]>([[{ metadata: { labels: { a: "b" } } }, []]])(
    "an account with enforced secrets updated with %j",
    (patch, errors) => {
      expect(restrictedAccount.update(patch)).toEqual(errors);
    },
  );
});

describe("Namespace", () => {
  const valid = { apiVersion: "v1", kind: "Namespace", metadata: { name: "corehelper-x" }, spec: {} };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [
      { spec: { finalizers: ["a", "a b", "a/b", "", "kubernetes", "orphan", "foregroundDeletion", "a/b/c"] } },
      [
        'spec.finalizers: Invalid value: "a": name is neither a standard finalizer name nor is it fully qualified',
        `spec.finalizers: Invalid value: "a b": ${formats.qualified}`,
        'spec.finalizers: Invalid value: "a b": name is neither a standard finalizer name nor is it fully qualified',
        'spec.finalizers: Invalid value: "": name part must be non-empty',
        `spec.finalizers: Invalid value: "": ${formats.qualified}`,
        'spec.finalizers: Invalid value: "": name is neither a standard finalizer name nor is it fully qualified',
        "spec.finalizers: Invalid value: \"a/b/c\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
      ],
    ],
    [{ spec: null }, []],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ spec: { finalizers: ["a"] } }, []],
    [{ status: { phase: "Terminating" } }, []],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { spec: { finalizers: ["a", "a b", "a/b", "", "kubernetes", "orphan", "foregroundDeletion", "a/b/c"] } },
      [
        'spec.finalizers[0]: Invalid value: "a": name is neither a standard finalizer name nor is it fully qualified',
        `spec.finalizers[1]: Invalid value: "a b": ${formats.qualified}`,
        'spec.finalizers[1]: Invalid value: "a b": name is neither a standard finalizer name nor is it fully qualified',
        'spec.finalizers[3]: Invalid value: "": name part must be non-empty',
        `spec.finalizers[3]: Invalid value: "": ${formats.qualified}`,
        'spec.finalizers[3]: Invalid value: "": name is neither a standard finalizer name nor is it fully qualified',
        "spec.finalizers[7]: Invalid value: \"a/b/c\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
      ],
    ],
    [{ spec: { finalizers: ["kubernetes"] } }, []],
    [{ status: { phase: "x" } }, []],
  ])("finalize updated with %j", (patch, errors) => {
    expect(judged.subresource("finalize", patch)).toEqual(errors);
  });
});

describe("Namespace", () => {
  const valid = { apiVersion: "v1", kind: "Namespace", metadata: { name: "corehelper-y" }, spec: {} };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([[{}, []]])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { status: { phase: "Terminating" } },
      ["status.Phase: Invalid value: \"Terminating\": may only be 'Active' if `deletionTimestamp` is empty"],
    ],
    [
      { status: { phase: "x" } },
      ["status.Phase: Invalid value: \"x\": may only be 'Active' if `deletionTimestamp` is empty"],
    ],
    [{ status: { phase: null } }, []],
    [{ status: { phase: "Active", conditions: [{ type: "a", status: "b" }] } }, []],
    [{ spec: { finalizers: ["a b"] } }, []],
  ])("status updated with %j", (patch, errors) => {
    expect(judged.subresource("status", patch)).toEqual(errors);
  });
});

describe("Endpoints", () => {
  const valid = {
    apiVersion: "v1",
    kind: "Endpoints",
    subsets: [{ addresses: [{ ip: "10.1.2.3", hostname: "a" }], ports: [{ name: "http", port: 80 }] }],
    metadata: { name: "core-endpoints" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ subsets: null }, []],
    [{ subsets: [{}] }, ["subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`"]],
    [
      { subsets: [{ ports: [{ port: 0 }] }] },
      [
        "subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`",
        `subsets[0].ports[0].port: Invalid value: 0: ${formats.port}`,
      ],
    ],
    [
      {
        subsets: [
          {
            addresses: [
              { ip: "" },
              { ip: "x" },
              { ip: "0.0.0.0", hostname: "A.b", nodeName: "A_" },
              { ip: "127.0.0.1" },
              { ip: "169.254.0.1" },
              { ip: "224.0.0.1" },
              { ip: "01.2.3.4" },
              { ip: "1.2.3.4", hostname: "", nodeName: "" },
            ],
          },
        ],
      },
      [
        `subsets[0].addresses[0].ip: Invalid value: "": ${formats.ip}`,
        'subsets[0].addresses[0].ip: Invalid value: "": must be a valid IP address',
        `subsets[0].addresses[1].ip: Invalid value: "x": ${formats.ip}`,
        'subsets[0].addresses[1].ip: Invalid value: "x": must be a valid IP address',
        `subsets[0].addresses[2].hostname: Invalid value: "A.b": ${formats.label}`,
        `subsets[0].addresses[2].nodeName: Invalid value: "A_": ${formats.subdomain}`,
        'subsets[0].addresses[2].ip: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
        'subsets[0].addresses[3].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
        'subsets[0].addresses[4].ip: Invalid value: "169.254.0.1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
        'subsets[0].addresses[5].ip: Invalid value: "224.0.0.1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
        `subsets[0].addresses[7].nodeName: Invalid value: "": ${formats.subdomain}`,
      ],
    ],
    [
      { subsets: [{ notReadyAddresses: [{ ip: "::1" }, { ip: "x", hostname: "A" }, { ip: "FE80::1" }] }] },
      [
        'subsets[0].notReadyAddresses[0].ip: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
        `subsets[0].notReadyAddresses[1].ip: Invalid value: "x": ${formats.ip}`,
        `subsets[0].notReadyAddresses[1].hostname: Invalid value: "A": ${formats.label}`,
        'subsets[0].notReadyAddresses[1].ip: Invalid value: "x": must be a valid IP address',
        'subsets[0].notReadyAddresses[2].ip: Invalid value: "FE80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
      ],
    ],
    [
      {
        subsets: [
          {
            addresses: [{ ip: "1.2.3.4" }],
            ports: [
              { port: 1 },
              { port: 70000, name: "A.b" },
              { name: "a.b", port: 0, protocol: "x", appProtocol: "a b" },
              { name: "c", port: 1, protocol: "", appProtocol: "" },
              { name: "c", port: 1 },
            ],
          },
        ],
      },
      [
        "subsets[0].ports[0].name: Required value",
        `subsets[0].ports[1].name: Invalid value: "A.b": ${formats.label}`,
        `subsets[0].ports[1].port: Invalid value: 70000: ${formats.port}`,
        'subsets[0].ports[2].name: Invalid value: "a.b": must not contain dots',
        `subsets[0].ports[2].port: Invalid value: 0: ${formats.port}`,
        'subsets[0].ports[2].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
        `subsets[0].ports[2].appProtocol: Invalid value: "a b": ${formats.qualified}`,
        'subsets[0].ports[3].appProtocol: Invalid value: "": name part must be non-empty',
        `subsets[0].ports[3].appProtocol: Invalid value: "": ${formats.qualified}`,
      ],
    ],
    [
      { subsets: [{ addresses: [{ ip: "1.2.3.4" }], ports: [{}] }] },
      [`subsets[0].ports[0].port: Invalid value: 0: ${formats.port}`],
    ],
    [{ subsets: [{ addresses: [{ ip: "01.2.3.4" }], notReadyAddresses: [{ ip: "2001:DB8::1" }] }] }, []],
    [{ subsets: [{ addresses: [{ ip: "1.2.3.4", targetRef: {} }] }] }, []],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [
      { subsets: [{ addresses: [{ ip: "127.0.0.1" }] }] },
      [
        'subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
    ],
    [{ subsets: [{}] }, ["subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`"]],
    [{ subsets: [{ addresses: [{ ip: "10.1.2.3", nodeName: "x" }] }] }, []],
    [{ metadata: { labels: { a: "b" } } }, []],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  const paddedAddress = judgeKind(
    merged(valid, { subsets: [{ addresses: [{ ip: "01.2.3.4" }], ports: [{ port: 1 }] }] }),
  );

  it.each<[object, readonly string[]]>([
    [{ metadata: { labels: { a: "b" } } }, []],
    [
      { subsets: [{ addresses: [{ ip: "01.2.3.4" }], ports: [{ port: 0 }] }] },
      [`subsets[0].ports[0].port: Invalid value: 0: ${formats.port}`],
    ],
  ])("endpoints with a padded address updated with %j", (patch, errors) => {
    expect(paddedAddress.update(patch)).toEqual(errors);
  });
});
