import { kubernetesDialect } from "@svc/meta";
import type { Expressions } from "@svc/schema";
import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judge } from "../testing/judge.ts";
import { resourceValidation } from "./index.ts";

/** A language of few words: a word is of the type that it names, `costly` costs too much. */
const expressions: Expressions = {
  admission: () => {
    throw new TypeError("nothing is asked of requests");
  },
  values: () => undefined,
  failures: () => [],
  devices: () => ({
    compile: (text) => {
      if (text === "wrong") return { error: "no such word" };
      return text === "costly" ? { type: "bool", maxCost: 1_000_001 } : { type: text, maxCost: 1 };
    },
  }),
};
const kinds = resourceValidation(kubernetesDialect, expressions);
const requested = (of: object = {}): object => ({
  deviceClassName: "c",
  allocationMode: "ExactCount",
  count: 1,
  ...of,
});
const request = (name: string, exactly: object = requested()): object => ({ name, exactly });
const reference =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
const oneOf = "exactly one of `exactly` or `firstAvailable` is required";

const requests = [request("r"), { name: "f", firstAvailable: [{ name: "s", ...requested() }] }];
const claim = judge(kinds["ResourceClaim"], { spec: { devices: { requests } } });
const many = <T>(count: number, of: (i: number) => T): readonly T[] => Array.from({ length: count }, (_, i) => of(i));

describe("requests of a claim", () => {
  it.each<[readonly object[], readonly string[]]>([
    [[request("a"), request("b")], []],
    [[request("A_b")], [`[0].name: Invalid value: "A_b": ${formats.label}`]],
    [[request("a"), request("b"), request("a")], ['[2].name: Duplicate value: "a"']],
    [many(33, (i) => request(`r${i}`)), [": Too many: 33: must have at most 32 items"]],
    [[{ name: "a" }], [`[0]: Required value: ${oneOf}`]],
    [
      [{ name: "a", exactly: requested(), firstAvailable: [{ name: "s", ...requested() }] }],
      [`[0]: Invalid value: "null": ${oneOf}, but multiple fields are set`],
    ],
    [[request("a", requested({ deviceClassName: "" }))], ["[0].exactly.deviceClassName: Required value"]],
    [
      [request("a", requested({ deviceClassName: "C_" }))],
      [`[0].exactly.deviceClassName: Invalid value: "C_": ${formats.subdomain}`],
    ],
    [
      [request("a", requested({ allocationMode: "All", count: 2 }))],
      ["[0].exactly.count: Invalid value: 2: must not be specified when allocationMode is 'All'"],
    ],
    [[request("a", requested({ allocationMode: "All", count: 0 }))], []],
    [[request("a", requested({ count: -1 }))], ["[0].exactly.count: Invalid value: -1: must be greater than zero"]],
    [
      [request("a", requested({ allocationMode: "x" }))],
      ['[0].exactly.allocationMode: Unsupported value: "x": supported values: "All", "ExactCount"'],
    ],
    [
      [request("a", requested({ adminAccess: true }))],
      ["[0].adminAccess: Forbidden: admin access to devices is not given by this server"],
    ],
    [
      [{ name: "a", firstAvailable: [{ name: "", ...requested({ deviceClassName: "" }) }] }],
      [
        `[0].firstAvailable[0].name: Invalid value: "": ${formats.label}`,
        "[0].firstAvailable[0].deviceClassName: Required value",
      ],
    ],
    [
      [{ name: "a", firstAvailable: many(9, (i) => ({ name: `s${i}`, ...requested() })) }],
      ["[0].firstAvailable: Too many: 9: must have at most 8 items"],
    ],
    [
      [{ name: "a", firstAvailable: many(2, () => ({ name: "s", ...requested() })) }],
      ['[0].firstAvailable[1].name: Duplicate value: "s"'],
    ],
  ])("%j", (given, errors) => {
    expect(claim.create({ spec: { devices: { requests: given } } })).toEqual(
      errors.map((error) => `spec.devices.requests${error}`),
    );
  });

  it.each<[readonly object[], readonly string[]]>([
    [[{ cel: { expression: "bool" } }, { cel: { expression: "dyn" } }], []],
    [[{}], ["[0].cel: Required value"]],
    [
      [{ cel: { expression: "int" } }],
      ['[0].cel.expression: Invalid value: "int": must evaluate to bool or the unknown type, not int'],
    ],
    [
      [{ cel: { expression: "wrong" } }],
      ['[0].cel.expression: Invalid value: "wrong": compilation failed: no such word'],
    ],
    [[{ cel: { expression: "costly" } }], ["[0].cel.expression: Forbidden: too complex, exceeds cost limit"]],
    [[{ cel: { expression: "x".repeat(10_241) } }], ["[0].cel.expression: Too long: may not be more than 10240 bytes"]],
    [many(33, () => ({ cel: { expression: "bool" } })), [": Too many: 33: must have at most 32 items"]],
  ])("selected by %j", (selectors, errors) => {
    const given = [request("a", requested({ selectors }))];
    expect(claim.create({ spec: { devices: { requests: given } } })).toEqual(
      errors.map((error) => `spec.devices.requests[0].exactly.selectors${error}`),
    );
  });

  it.each<[object, readonly string[]]>([
    [{ operator: "Exists" }, []],
    [{ key: "k", operator: "Equal", value: "v", effect: "NoExecute" }, []],
    [{ key: "a b" }, [`.key: Invalid value: "a b": ${formats.qualified}`]],
    [{ operator: "Exists", value: "x" }, ['.value: Invalid value: "x": must be empty for operator `Exists`']],
    [{ operator: "x" }, ['.operator: Unsupported value: "x": supported values: "Equal", "Exists"']],
    [
      { operator: "Exists", effect: "x" },
      ['.effect: Unsupported value: "x": supported values: "NoExecute", "NoSchedule"'],
    ],
    [{ operator: "Equal", value: "a b" }, [`.value: Invalid value: "a b": ${formats.labelValue}`]],
  ])("tolerating %j", (toleration, errors) => {
    const given = [request("a", requested({ tolerations: [toleration] }))];
    expect(claim.create({ spec: { devices: { requests: given } } })).toEqual(
      errors.map((error) => `spec.devices.requests[0].exactly.tolerations[0]${error}`),
    );
  });
});

describe("constraints between requests of a claim", () => {
  it.each<[object, readonly string[]]>([
    [{ requests: ["r", "f", "f/s"], matchAttribute: "a.example.com/b" }, []],
    [{ matchAttribute: "A.Example.com/b" }, []],
    [{}, ["matchAttribute: Required value"]],
    [
      { requests: ["x", "f/x", "r/s", "a/b/c", "r", "r"], matchAttribute: "a/b" },
      [
        ...["x", "f/x", "r/s", "a/b/c"].map((name, i) => `requests[${i}]: Invalid value: "${name}": ${reference}`),
        'requests[5]: Duplicate value: "r"',
      ],
    ],
    [
      { requests: ["A", "a.b/", ""], matchAttribute: "a/b" },
      [
        `requests[0]: Invalid value: "A": ${formats.label}`,
        `requests[0]: Invalid value: "A": ${reference}`,
        'requests[1]: Invalid value: "a.b": must not contain dots',
        `requests[1]: Invalid value: "": ${formats.label}`,
        `requests[1]: Invalid value: "a.b/": ${reference}`,
        `requests[2]: Invalid value: "": ${formats.label}`,
        `requests[2]: Invalid value: "": ${reference}`,
      ],
    ],
    [{ matchAttribute: "" }, ["matchAttribute: Required value: name required"]],
    [{ matchAttribute: "b" }, ['matchAttribute: Invalid value: "b": must include a domain']],
    [{ matchAttribute: "a/" }, ["matchAttribute: Required value: the name must not be empty"]],
    [{ matchAttribute: "/b" }, ["matchAttribute: Required value: the domain must not be empty"]],
    [{ matchAttribute: "a/1b" }, [`matchAttribute: Invalid value: "1b": ${identifier()}`]],
    [{ matchAttribute: `a/${"b".repeat(33)}` }, ["matchAttribute: Too long: may not be more than 32 bytes"]],
    [{ matchAttribute: `${"a".repeat(64)}/b` }, ["matchAttribute: Too long: may not be more than 63 bytes"]],
  ])("%j", (constraint, errors) => {
    expect(claim.create({ spec: { devices: { constraints: [constraint] } } })).toEqual(
      errors.map((error) => `spec.devices.constraints[0].${error}`),
    );
  });

  it.each<[object, readonly string[]]>([
    [{ requests: ["r"], opaque: { driver: "d.example.com", parameters: { a: 1 } } }, []],
    [{ requests: ["r"], opaque: { driver: "D.Example.COM", parameters: { a: 1 } } }, []],
    [{}, [".opaque: Required value"]],
    [
      { opaque: {} },
      [
        ".opaque.driver: Required value",
        `.opaque.driver: Invalid value: "": ${formats.subdomain}`,
        ".opaque.parameters: Required value",
      ],
    ],
    [
      { opaque: { driver: "x".repeat(64), parameters: { a: "x".repeat(10_240) } } },
      [
        ".opaque.driver: Too long: may not be more than 63 bytes",
        ".opaque.parameters: Too long: may not be more than 10240 bytes",
      ],
    ],
    ...[[], "x", 1].map((parameters): [object, readonly string[]] => [
      { opaque: { driver: "d", parameters } },
      ['.opaque.parameters: Invalid value: "<value omitted>": parameters must be a valid JSON object'],
    ]),
  ])("settings %#", (config, errors) => {
    expect(claim.create({ spec: { devices: { config: [config] } } })).toEqual(
      errors.map((error) => `spec.devices.config[0]${error}`),
    );
  });
});

function identifier(): string {
  return "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";
}

describe("a change of a claim", () => {
  it("is reported before and after the problems of its spec", () => {
    expect(claim.update({})).toEqual([]);
    const errors = claim.update({ spec: { devices: { requests: [{ name: "a" }] } } });
    const missing = `spec.devices.requests[0]: Required value: ${oneOf}`;
    expect(errors).toEqual([missing, expect.stringMatching(/^spec: Invalid value: .*: field is immutable$/), missing]);
  });
});

describe("the status of a claim", () => {
  const result = (of: object = {}): object => ({ request: "r", driver: "d", pool: "p", device: "d", ...of });
  const allocation = (...results: readonly object[]): object => ({ devices: { results } });
  const consumer = { resource: "pods", name: "p", uid: "1" };
  const device = { driver: "d", pool: "p", device: "d" };

  it.each<[object, readonly string[]]>([
    [{ allocation: allocation(result(), result({ request: "f/s", device: "e" })) }, []],
    [{ allocation: allocation(result()), reservedFor: [consumer], devices: [device] }, []],
    [{ reservedFor: [consumer] }, ["reservedFor: Forbidden: may not be specified when `allocated` is not set"]],
    [
      { allocation: allocation(result()), reservedFor: [{}, consumer, consumer] },
      [
        "reservedFor[0].resource: Required value",
        "reservedFor[0].name: Required value",
        "reservedFor[0].uid: Required value",
        'reservedFor[2].uid: Duplicate value: "1"',
      ],
    ],
    [
      { allocation: allocation(result()), reservedFor: many(257, (i) => ({ ...consumer, uid: `${i}` })) },
      ["reservedFor: Too many: 257: must have at most 256 items"],
    ],
    [
      { allocation: allocation(result({ request: "x", driver: "D_", pool: "", device: "D_" })) },
      [
        `allocation.devices.results[0].request: Invalid value: "x": ${reference}`,
        `allocation.devices.results[0].driver: Invalid value: "D_": ${formats.subdomain}`,
        "allocation.devices.results[0].pool: Required value",
        `allocation.devices.results[0].device: Invalid value: "D_": ${formats.label}`,
      ],
    ],
    [
      { allocation: allocation(result({ request: "", pool: "a//b" })) },
      [
        `allocation.devices.results[0].request: Invalid value: "": ${formats.label}`,
        `allocation.devices.results[0].request: Invalid value: "": ${reference}`,
        `allocation.devices.results[0].pool: Invalid value: "": ${formats.subdomain}`,
      ],
    ],
    [
      { allocation: allocation(result({ adminAccess: true })) },
      ["allocation.devices.results[0].adminAccess: Forbidden: admin access to devices is not given by this server"],
    ],
    [
      { allocation: { devices: { config: [{}, { source: "x", opaque: { driver: "d", parameters: {} } }] } } },
      [
        "allocation.devices.config[0].source: Required value",
        "allocation.devices.config[0].opaque: Required value",
        'allocation.devices.config[1].source: Unsupported value: "x": supported values: "FromClaim", "FromClass"',
      ],
    ],
    [
      { allocation: { nodeSelector: {} } },
      ["allocation.nodeSelector.nodeSelectorTerms: Required value: must have at least one node selector term"],
    ],
    [
      { allocation: allocation(result()), devices: [device, device, { ...device, device: "other" }] },
      [
        "devices[2]: Invalid value: d/p/other: must be an allocated device in the claim",
        "devices[1].deviceID: Duplicate value: d/p/d",
      ],
    ],
    [
      {
        allocation: allocation(result()),
        devices: [
          {
            ...device,
            data: { a: "x".repeat(10_240) },
            networkData: {
              interfaceName: "x".repeat(257),
              hardwareAddress: "x".repeat(129),
              ips: ["1.2.3.4/24", "1.2.3.4/24", "x", "010.1.1.1/8"],
            },
          },
        ],
      },
      [
        "devices[0].data: Too long: may not be more than 10240 bytes",
        "devices[0].networkData.interfaceName: Too long: may not be more than 256 bytes",
        "devices[0].networkData.hardwareAddress: Too long: may not be more than 128 bytes",
        'devices[0].networkData.ips[2]: Invalid value: "x": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
        'devices[0].networkData.ips[3]: Invalid value: "010.1.1.1/8": must be in canonical form ("10.1.1.1/8")',
        'devices[0].networkData.ips[1]: Duplicate value: "1.2.3.4/24"',
      ],
    ],
  ])("%#", (status, errors) => {
    expect(claim.subresource("status", { status })).toEqual(errors.map((error) => `status.${error}`));
  });

  it("keeps an allocation until it is released, which is forbidden while it is reserved", () => {
    const given = { allocation: allocation(result()), reservedFor: [consumer] };
    const held = judge(kinds["ResourceClaim"], { spec: { devices: { requests } }, status: given });
    const subresource = (status: object): readonly string[] => held.subresource("status", { status });
    expect(subresource({ allocation: allocation(result({ device: "e" })) })).toEqual([
      expect.stringMatching(/^status\.allocation: Invalid value: .*: field is immutable$/),
    ]);
    expect(subresource({ allocation: null })).toEqual([
      "status.reservedFor: Forbidden: may not be specified when `allocated` is not set",
    ]);
    expect(subresource({ allocation: null, reservedFor: null })).toEqual([]);
  });
});

describe("claim templates and device classes", () => {
  const template = judge(kinds["ResourceClaimTemplate"], { spec: { spec: { devices: { requests } } } });
  it("has labels and annotations, and no other metadata", () => {
    expect(template.create({ spec: { metadata: { labels: { a: "b" }, annotations: { a: "b" } } } })).toEqual([]);
    expect(
      template.create({
        spec: { metadata: { labels: { "a b": "" }, annotations: { "a b": "" }, finalizers: ["x"], name: "n" } },
      }),
    ).toEqual([
      `spec.metadata.annotations: Invalid value: "a b": ${formats.qualified}`,
      `spec.metadata.labels: Invalid value: "a b": ${formats.qualified}`,
      "spec.metadata.name: Forbidden: cannot be set",
      "spec.metadata.finalizers: Forbidden: cannot be set",
    ]);
    expect(template.create({ spec: { metadata: { uid: "u", generation: 0, deletionGracePeriodSeconds: 0 } } })).toEqual(
      [
        "spec.metadata.uID: Forbidden: cannot be set",
        "spec.metadata.deletionGracePeriodSeconds: Forbidden: cannot be set",
      ],
    );
    expect(template.create({ spec: { spec: { devices: { requests: [{ name: "a" }] } } } })).toEqual([
      `spec.spec.devices.requests[0]: Required value: ${oneOf}`,
    ]);
    expect(template.update({ spec: { metadata: { labels: { a: "b" } } } })).toEqual([
      expect.stringMatching(/^spec: Invalid value: .*: field is immutable$/),
    ]);
  });

  const deviceClass = judge(kinds["DeviceClass"], { spec: {} });
  it.each<[object, readonly string[]]>([
    [{ selectors: [{ cel: { expression: "bool" } }], config: [{ opaque: { driver: "d", parameters: {} } }] }, []],
    [{ selectors: [{}], config: [{}] }, ["selectors[0].cel: Required value", "config[0].opaque: Required value"]],
  ])("a class: %j", (spec, errors) => {
    const expected = errors.map((error) => `spec.${error}`);
    expect(deviceClass.create({ spec })).toEqual(expected);
    expect(deviceClass.update({ spec }), "is checked twice when it changes").toEqual([...expected, ...expected]);
  });
});
