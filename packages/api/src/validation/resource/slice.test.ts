import { kubernetesDialect } from "@svc/meta";
import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judge } from "../testing/judge.ts";
import { resourceValidation } from "./index.ts";

const kinds = resourceValidation(kubernetesDialect);
const pool = { name: "p", generation: 1, resourceSliceCount: 1 };
const slice = judge(kinds["ResourceSlice"], { spec: { driver: "d.example.com", nodeName: "n", pool } });
const one = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
const oneEach =
  "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
const notEach =
  "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
const many = <T>(count: number, of: (i: number) => T): readonly T[] => Array.from({ length: count }, (_, i) => of(i));
const manyCounters = (count: number): object => Object.fromEntries(many(count, (i) => [`x${i}`, { value: "1" }]));
const emptySelector = "Required value: must have at least one node selector term";

describe("a slice of a pool", () => {
  it.each<[object, readonly string[]]>([
    [{}, []],
    [
      { driver: null, pool: { name: null, generation: -1, resourceSliceCount: 0 } },
      [
        "spec.driver: Required value",
        `spec.driver: Invalid value: "": ${formats.subdomain}`,
        "spec.pool.name: Required value",
        "spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero",
        "spec.pool.generation: Invalid value: -1: must be greater than or equal to zero",
      ],
    ],
    [{ pool: { name: "a/b.c/d" } }, []],
    [
      { pool: { name: "A_/b//c" } },
      [
        `spec.pool.name: Invalid value: "A_": ${formats.subdomain}`,
        `spec.pool.name: Invalid value: "": ${formats.subdomain}`,
      ],
    ],
    [{ nodeName: "N_" }, [`spec.nodeName: Invalid value: "N_": ${formats.subdomain}`]],
    [{ nodeName: null }, [`spec: Required value: ${one}`]],
    [
      { nodeName: "" },
      [
        'spec.nodeName: Invalid value: "": must be either unset or set to a non-empty string',
        `spec: Required value: ${one}`,
      ],
    ],
    [{ nodeName: null, allNodes: true }, []],
    [{ allNodes: false }, ["spec.allNodes: Invalid value: false: must be either unset or set to true"]],
    [{ allNodes: true }, [`spec: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${one}, but multiple fields are set`]],
    [
      { nodeName: null, nodeSelector: {} },
      [
        `spec.nodeSelector.nodeSelectorTerms: ${emptySelector}`,
        "spec.nodeSelector.nodeSelectorTerms: Invalid value: []: must have exactly one node selector term",
      ],
    ],
    [
      {
        nodeName: null,
        perDeviceNodeSelection: true,
        devices: [
          { name: "a", nodeName: "n" },
          { name: "b", allNodes: true },
        ],
      },
      [],
    ],
  ])("%j", (spec, errors) => {
    expect(slice.create({ spec })).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ pool: { generation: 0, resourceSliceCount: 2 }, devices: [{ name: "d" }] }, []],
    [
      { driver: "D_", pool: { name: "q" }, nodeName: "m" },
      [
        `spec.driver: Invalid value: "D_": ${formats.subdomain}`,
        'spec.pool.name: Invalid value: "q": field is immutable',
        'spec.driver: Invalid value: "D_": field is immutable',
        'spec.nodeName: Invalid value: "m": field is immutable',
      ],
    ],
    [{ nodeName: null, allNodes: true }, ['spec.nodeName: Invalid value: "null": field is immutable']],
  ])("changed by %j", (spec, errors) => {
    expect(slice.update({ spec })).toEqual(errors);
  });
});

describe("devices of a slice", () => {
  const identifier =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')";

  it.each<[readonly object[], readonly string[]]>([
    [[{ name: "a" }, { name: "b" }], []],
    [[{ name: "A_" }], [`[0].name: Invalid value: "A_": ${formats.label}`]],
    [[{ name: "a" }, { name: "a" }], ['[1].name: Duplicate value: "a"']],
    [many(129, (i) => ({ name: `d${i}` })), [": Too many: 129: must have at most 128 items"]],
    [[{ name: "a", nodeName: "n" }], [`[0]: Invalid value: "null": ${notEach}`]],
    [
      [
        {
          name: "a",
          attributes: {
            m: { string: "x" },
            "a.example.com/n": { int: 0 },
            o: { bool: false },
            p: { version: "1.2.3-a+b" },
          },
        },
      ],
      [],
    ],
    [
      [{ name: "a", attributes: { "": { int: 1 }, "/b": { int: 1 }, "A_/b": { int: 1 }, "a b": { int: 1 } } }],
      [
        "[0].attributes[]: Required value: name required",
        "[0].attributes[/b]: Required value: the domain must not be empty",
        `[0].attributes[A_/b]: Invalid value: "A_": ${formats.subdomain}`,
        `[0].attributes[a b]: Invalid value: "a b": ${identifier}`,
      ],
    ],
    [
      [
        {
          name: "a",
          attributes: { a: {}, b: { int: 1, string: "s" }, c: { string: "s".repeat(65) }, d: { version: "1" } },
        },
      ],
      [
        "[0].attributes[a]: Required value: exactly one value must be specified",
        '[0].attributes[b]: Invalid value: {"int":1,"string":"s"}: exactly one value must be specified',
        "[0].attributes[c].string: Too long: may not be more than 64 bytes",
        '[0].attributes[d].version: Invalid value: "1": must be a string compatible with semver.org spec 2.0.0',
      ],
    ],
    [
      [{ name: "a", capacity: manyCounters(33) }],
      ["[0]: Invalid value: 33: the total number of attributes and capacities must not exceed 32"],
    ],
    [[{ name: "a", capacity: { "a b": { value: "1" } } }], [`[0].capacity[a b]: Invalid value: "a b": ${identifier}`]],
    [
      [{ name: "a", taints: [{ key: "a b", value: "a b", effect: "x" }, { key: "k" }] }],
      [
        `[0].taints[0].key: Invalid value: "a b": ${formats.qualified}`,
        `[0].taints[0].value: Invalid value: "a b": ${formats.labelValue}`,
        '[0].taints[0].effect: Unsupported value: "x": supported values: "NoExecute", "NoSchedule"',
        "[0].taints[1].effect: Required value",
      ],
    ],
    [
      [{ name: "a", taints: many(5, () => ({ key: "k", effect: "NoExecute" })) }],
      ["[0].taints: Too many: 5: must have at most 4 items"],
    ],
  ])("%#", (devices, errors) => {
    expect(slice.create({ spec: { devices } })).toEqual(errors.map((error) => `spec.devices${error}`));
  });

  it.each<[object, readonly string[]]>([
    [{}, [`: Required value: ${oneEach}`]],
    [{ nodeName: "n", allNodes: true }, [`: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${oneEach}`]],
    [{ nodeName: "" }, ['.nodeName: Invalid value: "": must not be empty', `: Required value: ${oneEach}`]],
    [{ nodeSelector: {} }, [`.nodeSelector.nodeSelectorTerms: ${emptySelector}`]],
    [
      { allNodes: false },
      [".allNodes: Invalid value: false: must be either unset or set to true", `: Required value: ${oneEach}`],
    ],
  ])("that are each somewhere: %j", (device, errors) => {
    const spec = { nodeName: null, perDeviceNodeSelection: true, devices: [{ name: "a", ...device }] };
    expect(slice.create({ spec })).toEqual(errors.map((error) => `spec.devices[0]${error}`));
  });
});

describe("counters that devices share", () => {
  const shared = [{ name: "a", counters: { x: { value: "1" } } }];
  const consumes = (...sets: readonly object[]): object => ({ name: "d", consumesCounters: sets });
  const x = { value: "1" };

  it.each<[object, readonly string[]]>([
    [{ sharedCounters: shared, devices: [consumes({ counterSet: "a", counters: { x } })] }, []],
    [
      { sharedCounters: [{}, { name: "A_", counters: { A_: x } }, ...shared, ...shared] },
      [
        "spec.sharedCounters[0].name: Required value",
        "spec.sharedCounters[0].counters: Required value",
        `spec.sharedCounters[1].name: Invalid value: "A_": ${formats.label}`,
        `spec.sharedCounters[1].counters[A_]: Invalid value: "A_": ${formats.label}`,
        'spec.sharedCounters[3].name: Duplicate value: "a"',
      ],
    ],
    [
      { sharedCounters: [{ name: "a", counters: manyCounters(33) }] },
      ["spec.sharedCounters: Invalid value: 33: the total number of shared counters must not exceed 32"],
    ],
    [
      {
        sharedCounters: shared,
        devices: [consumes({}, { counterSet: "a", counters: { y: x } }, { counterSet: "a", counters: { x } })],
      },
      [
        "spec.devices[0].consumesCounters[0].counterSet: Required value",
        "spec.devices[0].consumesCounters[0].counters: Required value",
        'spec.devices[0].consumesCounters[2].counterSet: Duplicate value: "a"',
        'spec.devices[0].consumesCounters[0].counterSet: Invalid value: "": must reference a counterSet defined in the ResourceSlice sharedCounters',
        'spec.devices[0].consumesCounters[1].counters: Invalid value: "y": must reference a counter defined in the ResourceSlice sharedCounters',
      ],
    ],
    [
      {
        sharedCounters: [{ name: "a", counters: manyCounters(32) }],
        devices: many(33, (i) => ({
          name: `d${i}`,
          consumesCounters: [{ counterSet: "a", counters: manyCounters(32) }],
        })),
      },
      ["spec.devices: Invalid value: 1056: the total number of counters in devices must not exceed 1024"],
    ],
  ])("%#", (spec, errors) => {
    expect(slice.create({ spec })).toEqual(errors);
  });
});

describe("a rule that taints devices", () => {
  const rule = judge(kinds["DeviceTaintRule"], { spec: { taint: { key: "k", effect: "NoExecute" } } });
  it.each<[object, readonly string[]]>([
    [{ deviceSelector: { driver: "d", pool: "p", device: "d", deviceClassName: "c" } }, []],
    [
      { deviceSelector: { deviceClassName: "C_", driver: "D_", pool: "P_", device: "D_", selectors: [{}] } },
      [
        `deviceSelector.deviceClassName: Invalid value: "C_": ${formats.subdomain}`,
        `deviceSelector.driver: Invalid value: "D_": ${formats.subdomain}`,
        `deviceSelector.pool: Invalid value: "P_": ${formats.subdomain}`,
        `deviceSelector.device: Invalid value: "D_": ${formats.label}`,
        "deviceSelector.selectors[0].cel: Required value",
      ],
    ],
    [
      { taint: { key: "", effect: "" } },
      [
        'taint.key: Invalid value: "": name part must be non-empty',
        `taint.key: Invalid value: "": ${formats.qualified}`,
        "taint.effect: Required value",
      ],
    ],
  ])("%j", (spec, errors) => {
    const expected = errors.map((error) => `spec.${error}`);
    expect(rule.create({ spec })).toEqual(expected);
    expect(rule.update({ spec })).toEqual(expected);
  });
});
