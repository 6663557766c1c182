import { createManualClock, type ManualClock, silentLog } from "@svc/base";
import { everyField, everyLabel, type Labels, parseFieldSelector, parseLabelSelector } from "@svc/meta";
import type { Entry, Storage } from "@svc/storage";
import { createMemoryStorage, type MemoryStorage } from "@svc/storage/memory";
import type { ResourceCacheOptions } from "../cache-state.ts";
import { type ChangeStream, createChangeStream } from "../change-stream.ts";
import type { Item } from "../item.ts";
import { createResourceCache, type ResourceCache } from "../resource-cache.ts";
import { everything, type Selection } from "../selector.ts";
import type { InitialSink } from "../watch.ts";

/** An object of a test resource: a text, labels, and a selectable field. */
export interface TestItemData {
  readonly text: string;
  readonly labels?: Labels;
  readonly color?: string;
}

export class TestItem implements Item {
  readonly key: string;
  readonly revision: number;
  readonly namespace: string;
  readonly name: string;
  readonly data: TestItemData;

  readonly corrupt: string | undefined;

  constructor(key: string, revision: number, data: TestItemData, corrupt?: string) {
    const [, , , namespace = "", name = ""] = key.split("/");
    this.key = key;
    this.revision = revision;
    this.namespace = namespace;
    this.name = name;
    this.data = data;
    this.corrupt = corrupt;
  }

  get labels(): Labels | undefined {
    return this.data.labels;
  }

  get size(): number {
    return this.data.text.length;
  }

  fieldValue(field: string): string | undefined {
    return field === "color" ? this.data.color : undefined;
  }

  withRevision(revision: number): this {
    return new TestItem(this.key, revision, this.data, this.corrupt) as this;
  }
}

export interface CacheFixture {
  readonly storage: MemoryStorage;
  readonly clock: ManualClock;
  readonly changeStream: ChangeStream;
  readonly cache: ResourceCache<TestItem>;
  put(name: string, data: TestItemData | string): Promise<number>;
  remove(name: string): Promise<number>;
}

const prefix = "/registry/widgets/";

/** @param storage a store between the writes and the change stream, to inject faults */
export async function createCacheFixture(
  options: Partial<ResourceCacheOptions<TestItem>> = {},
  wrap: (storage: MemoryStorage) => Storage = (s) => s,
  storage: MemoryStorage = createMemoryStorage(),
): Promise<CacheFixture> {
  const clock = createManualClock();
  const changeStream = await createChangeStream({ storage: wrap(storage), clock, log: silentLog });
  const unreadable = new Map<string, TestItem>();
  const cache = createResourceCache<TestItem>({
    changeStream,
    prefix,
    namespaced: true,
    indexedFields: ["color"],
    read: ({ key, value, revision }: Entry) =>
      new TestItem(key, revision, JSON.parse(Buffer.from(value).toString()) as TestItemData),
    unreadable,
    readDamaged: ({ key, revision, reason }) => {
      const item = new TestItem(key, revision, { text: "" }, reason);
      unreadable.set(key, item);
      return item;
    },
    ...options,
  });
  const commit = async (write: Parameters<Storage["commit"]>[0][number]): Promise<number> => {
    const result = await storage.commit([write]);
    if (!result.ok) throw new Error("a item was raced for");
    return result.revision;
  };
  return {
    storage,
    clock,
    changeStream,
    cache,
    put: (name, data) =>
      commit({
        op: "put",
        key: prefix + name,
        value: Buffer.from(JSON.stringify(typeof data === "string" ? { text: data } : data)),
      }),
    remove: (name) => commit({ op: "delete", key: prefix + name }),
  };
}

export function select(
  text: { readonly namespace?: string; readonly labels?: string; readonly fields?: string } = {},
): Selection {
  const labels = parseLabelSelector(text.labels ?? "");
  const fields = parseFieldSelector(text.fields ?? "");
  return {
    ...everything,
    namespace: text.namespace,
    labels: labels.ok ? labels.selector : everyLabel,
    fields: fields.ok ? fields.selector : everyField,
  };
}

export interface Recorder extends InitialSink<TestItem> {
  /** `ADDED ns/a=text@5`, `BOOKMARK 7`, `END 410`. */
  readonly lines: string[];
  /** Resolves when there are this many lines. */
  until(count: number): Promise<readonly string[]>;
}

export function createRecorder(): Recorder {
  const lines: string[] = [];
  const waiting: { readonly count: number; readonly done: () => void }[] = [];
  const add = (line: string): void => {
    lines.push(line);
    for (const w of waiting) if (lines.length >= w.count) w.done();
  };
  return {
    lines,
    initial: (items) => {
      for (const i of items) add(`INITIAL ${show(i)}`);
    },
    event: ({ type, item }) => add(`${type} ${show(item)}@${item.revision}`),
    bookmark: (revision, end) => add(`BOOKMARK ${revision}${end ? " end" : ""}`),
    end: (error) => add(`END ${error?.code ?? "quietly"}`),
    until: async (count) => {
      if (lines.length < count) await new Promise<void>((done) => waiting.push({ count, done }));
      return lines;
    },
  };
}

function show({ namespace, name, data }: TestItem): string {
  return `${namespace}/${name}=${data.text}`;
}
