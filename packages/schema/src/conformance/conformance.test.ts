import { createManualClock, Listeners } from "@svc/base";
import { svcDialect } from "@svc/meta";
import { describe, expect, test } from "vitest";
import type { ResourceDefinition } from "../definition.ts";
import type { DefinitionSink, DefinitionSource, FollowOptions } from "../source/definition-source.ts";
import {
  type DefinitionSourceUnderTest,
  definitionSourceCases,
  definitionSourceConformance,
  runDefinitionSourceCase,
  type SampleType,
} from "./index.ts";

interface Origin {
  types: ReadonlyMap<string, SampleType | "unreadable">;
  readonly changed: Listeners<[]>;
}

/** How a source can be broken; without a fault it is sound. */
interface Faults {
  /** Changes the sink and the signal before the source uses them. */
  readonly sink?: (sink: DefinitionSink) => DefinitionSink;
  readonly follow?: (follow: DefinitionSource["follow"]) => DefinitionSource["follow"];
  /** Which types the source sees. */
  readonly read?: (origin: Origin) => Origin["types"];
  readonly ignoresEnd?: boolean;
  readonly forgetsRemovals?: boolean;
  readonly passesAll?: boolean;
  readonly dropsUnreadable?: boolean;
  readonly onlyOnce?: boolean;
  readonly late?: boolean;
}

function sourceOf(origin: Origin, faults: Faults): DefinitionSource {
  const { read = ({ types }) => types } = faults;
  let follows = 0;
  const follow = async (given: DefinitionSink, { signal }: FollowOptions): Promise<void> => {
    const sink = faults.sink?.(given) ?? given;
    const passed = new Map<string, SampleType>();
    const pass = (): void => {
      const types = read(origin);
      if (faults.forgetsRemovals !== true)
        for (const name of passed.keys()) if (!types.has(name) && passed.delete(name)) sink.define(name, []);
      for (const [name, type] of types) {
        if (type === "unreadable") {
          if (faults.dropsUnreadable === true) sink.define(name, []);
        } else if (passed.get(name) !== type || faults.passesAll === true) {
          passed.set(name, type);
          sink.define(name, type.definitions);
        }
      }
    };
    if (faults.late === true) void turns(50).then(pass);
    else pass();
    if (faults.onlyOnce === true && follows++ > 0) return;
    const unregister = origin.changed.add(pass);
    if (faults.ignoresEnd !== true) signal.addEventListener("abort", unregister);
  };
  return { name: "map", follow: faults.follow?.(follow) ?? follow };
}

function open(faults: Faults = {}): DefinitionSourceUnderTest {
  const origin: Origin = { types: new Map(), changed: new Listeners() };
  const become = (types: Origin["types"]): void => {
    origin.types = types;
    origin.changed.notify();
  };
  return {
    source: sourceOf(origin, faults),
    // In an order that is not the one of the suite.
    write: (types) => become(new Map(types.toReversed().map((type) => [type.name, type]))),
    damage: ({ name }) => become(new Map([...origin.types, [name, "unreadable"]])),
  };
}

describe("a sound source", () => definitionSourceConformance({ open, test }));

describe("a source without damage", () =>
  definitionSourceConformance({
    open: () => {
      const { source, write } = open();
      return { source, write };
    },
    test,
  }));

/** Definitions of types that were read in one dialect, whatever the sink has. */
function inSvcDialect(sink: DefinitionSink): DefinitionSink {
  const read = (definitions: Parameters<DefinitionSink["define"]>[1]): readonly ResourceDefinition[] =>
    typeof definitions === "function" ? definitions(svcDialect) : definitions;
  const withoutMarkers = (definition: ResourceDefinition): ResourceDefinition => ({
    ...definition,
    versions: definition.versions.map((version) => ({
      ...version,
      schema: { ...version.schema, fields: [], byName: new Map() },
    })),
  });
  return { ...sink, define: (part, definitions) => sink.define(part, read(definitions).map(withoutMarkers)) };
}

describe("a broken source is found", () => {
  const mutants: readonly [string, Faults][] = [
    ["passes nothing", { sink: (sink) => ({ ...sink, define: () => undefined }) }],
    ["passes its types after follow has resolved", { late: true }],
    ["passes the first types only", { ignoresEnd: true, read: firstOnly() }],
    ["forgets removals", { forgetsRemovals: true }],
    ["never passes the last removal", { sink: withoutLast() }],
    ["passes everything at each change", { passesAll: true }],
    ["goes on after the end", { ignoresEnd: true }],
    ["is followed by one at a time", { onlyOnce: true }],
    ["ignores the dialect", { sink: inSvcDialect }],
    ["drops what it cannot read", { dropsUnreadable: true }],
    [
      "throws at what it cannot read",
      {
        read: ({ types }) => {
          if ([...types.values()].includes("unreadable")) throw new SyntaxError("not YAML");
          return types;
        },
      },
    ],
    ["loses every third change", { sink: withoutEvery(3) }],
  ];

  test.each(mutants)("that %s", async (_name, faults) => {
    // Time that passes at once: what does not come without waiting does not come.
    const clock = createManualClock();
    const failures = definitionSourceCases.map((one) => {
      const failure = runDefinitionSourceCase(one, { open: () => open(faults), clock });
      return Promise.race([
        failure,
        turns(1_000)
          .then(() => clock.advance(5_000))
          .then(() => failure),
      ]);
    });
    expect((await Promise.all(failures)).filter((failure) => failure !== undefined)).not.toEqual([]);
  });
});

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

function firstOnly(): NonNullable<Faults["read"]> {
  let first: Origin["types"] | undefined;
  return ({ types }) => (first ??= types);
}

function withoutLast(): NonNullable<Faults["sink"]> {
  return (sink) => {
    const parts = new Set<string>();
    return {
      ...sink,
      define: (part, definitions) => {
        if (Array.isArray(definitions) && definitions.length === 0 && parts.size === 1) return;
        if (Array.isArray(definitions) && definitions.length === 0) parts.delete(part);
        else parts.add(part);
        sink.define(part, definitions);
      },
    };
  };
}

function withoutEvery(count: number): NonNullable<Faults["sink"]> {
  return (sink) => {
    let calls = 0;
    return {
      ...sink,
      define: (part, definitions) => {
        if (++calls % count !== 0) sink.define(part, definitions);
      },
    };
  };
}
