import { createAdmission } from "@svc/admission";
import { createManualClock, createTurns, type ManualClock, silentLog } from "@svc/base";
import {
  type ApiObject,
  dns1123Subdomain,
  everyField,
  everyLabel,
  parseFieldSelector,
  parseLabelSelector,
  svcDialect,
} from "@svc/meta";
import { createMetrics } from "@svc/metrics";
import { createCatalog, createStruct, type ResourceDefinition, type Strategy } from "@svc/schema";
import { createMemoryStorage, type MemoryStorage } from "@svc/storage/memory";
import { itemsOf } from "@svc/watch";
import type { Endpoint, RequestContext, Selectors } from "../context.ts";
import type { ObjectCodec } from "../object-codec.ts";
import type { FieldOwnership } from "../parts.ts";
import { createRegistry, type Registry, type RegistryOptions } from "../registry.ts";

const schema = createStruct([], { preserveUnknown: true });

export const plainStrategy: Strategy = {
  nameRule: dns1123Subdomain,
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: true,
  generation: "spec",
};

/** A test resource `notes` in its own group, with variations. */
export function defineNotes(
  strategy: Partial<Strategy> = {},
  more: Partial<ResourceDefinition> = {},
): ResourceDefinition {
  return {
    resource: "notes",
    singular: "note",
    kind: "Note",
    listKind: "NoteList",
    shortNames: [],
    categories: [],
    namespaced: true,
    storage: { group: "example.com", version: "v1", prefix: "notes" },
    strategy: { ...plainStrategy, ...strategy },
    versions: [
      {
        group: "example.com",
        version: "v1",
        stability: "ga",
        enabledByDefault: true,
        verbs: [],
        schema,
        semantics: "structural",
      },
    ],
    ...more,
  };
}

/** Versions share unchanged parts: freezing them shows that no write changes them. */
function freezeParts(object: ApiObject): ApiObject {
  const { metadata: _, ...members } = object;
  for (const member of Object.values(members)) deepFreeze(member);
  return object;
}

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.values(Object.freeze(value))) deepFreeze(member);
}

/** Plain JSON: a codec without schemas for the registry. */
export const plainCodec: ObjectCodec = {
  asStored: freezeParts,
  parse: (bytes) => JSON.parse(bytes.toString()) as ApiObject,
  parseShared: (_key, bytes) => JSON.parse(bytes.toString()) as ApiObject,
  reread: (bytes) => JSON.parse(bytes.toString()) as ApiObject,
  encode: (object, { group, version }, { kind }) => {
    const { name, generateName, namespace, uid, resourceVersion: _, ...metadata } = object.metadata;
    const { apiVersion: _a, kind: _k, metadata: _m, ...rest } = object;
    return Buffer.from(
      JSON.stringify({
        kind,
        apiVersion: `${group}/${version}`,
        metadata: { name, generateName, namespace, uid, ...sorted(metadata) },
        ...sorted(rest),
      }),
    );
  },
  typeOf: (bytes) => JSON.parse(bytes.toString()) as { apiVersion: string; kind: string },
};

const sorted = (object: object): object =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

const applied: FieldOwnership["apply"] = ({ live, intent }) => ({
  ...live,
  ...intent,
  metadata: { ...live?.metadata, ...intent.metadata },
});

const noOwnership: FieldOwnership = {
  *trackSteps() {
    // No fields are owned.
  },
  apply: applied,
  // biome-ignore lint/correctness/useYield: one step is enough
  *applySteps(write) {
    return applied(write);
  },
};

export interface RegistryFixture {
  readonly storage: MemoryStorage;
  readonly clock: ManualClock;
  readonly registry: Registry;
  readonly notes: Endpoint;
  readonly warnings: string[];
  readonly context: RequestContext;
  readonly options: { readonly fieldManager: string };
  create(name: string, more?: Record<string, unknown>, dryRun?: boolean): Promise<ApiObject>;
  /** Stored objects as `ns/name`. */
  names(selectors?: {
    readonly labels?: string;
    readonly fields?: string;
    readonly namespace?: string;
  }): Promise<string[]>;
}

export async function createRegistryFixture(
  definition: ResourceDefinition = defineNotes(),
  options: Partial<RegistryOptions> = {},
): Promise<RegistryFixture> {
  const storage = createMemoryStorage();
  const clock = createManualClock(Date.UTC(2026, 0, 2, 3, 4, 5));
  let uids = 0;
  let suffixes = 0;
  const catalog = createCatalog();
  catalog.replace("test", [definition]);
  const registry = await createRegistry({
    storage,
    catalog,
    codec: plainCodec,
    ownership: noOwnership,
    admission: () => createAdmission([]),
    environment: {
      dialect: svcDialect,
      clock,
      log: silentLog,
      gates: { enabled: () => false },
      metrics: createMetrics(),
      randomUid: () => `uid-${++uids}`,
      randomSuffix: () => `${++suffixes}`.padStart(5, "x"),
      random: () => 0,
      turns: createTurns(),
    },
    ...options,
  });
  const [version] = definition.versions;
  if (version === undefined) throw new TypeError("a definition needs a version");
  const notes: Endpoint = { definition, version, subresource: "" };
  const warnings: string[] = [];
  const context: RequestContext = { signal: new AbortController().signal, warn: (text) => void warnings.push(text) };
  const write = { fieldManager: "test" };
  return {
    storage,
    clock,
    registry,
    notes,
    warnings,
    context,
    options: write,
    create: async (name, more = {}, dryRun = false) => {
      const [namespace = "", last = ""] = name.split("/");
      const { metadata, ...rest } = more as { metadata?: object };
      const object = { ...rest, metadata: { name: last, ...metadata } } as ApiObject;
      const { stored } = await registry.create(notes, context, { namespace, object, options: { ...write, dryRun } });
      return stored.object;
    },
    names: async ({ namespace, ...text } = {}) => {
      const list = await registry.list(notes, { namespace, selectors: selectorsOf(text), at: { kind: "latest" } });
      return [...itemsOf(list.slices)].map((i) => `${i.namespace}/${i.name}`);
    },
  };
}

export function selectorsOf({
  labels = "",
  fields = "",
}: {
  readonly labels?: string;
  readonly fields?: string;
} = {}): Selectors {
  const l = parseLabelSelector(labels);
  const f = parseFieldSelector(fields);
  return { labels: l.ok ? l.selector : everyLabel, fields: f.ok ? f.selector : everyField };
}
