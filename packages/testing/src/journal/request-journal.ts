import { type HttpResponse, isStream, whenEnded } from "@svc/http";
import { mapResponse, type RequestState, type ServerExtension, type Stage } from "@svc/server";
import type { RecordedRequest } from "./recorded-request.ts";
import { mapStream, passTo } from "./streams.ts";

/** Selects the requests that have all of the given values. */
export type RequestFilter = Partial<
  Pick<RecordedRequest, "user" | "verb" | "group" | "resource" | "namespace" | "name">
>;

/** The requests of a server, in the order in which they came. */
export interface RequestJournal {
  readonly requests: readonly RecordedRequest[];
  select(filter: RequestFilter): readonly RecordedRequest[];
  /** Removes the recorded requests; numbering continues. */
  clear(): void;
  /** Requests without a complete response, watches left out. */
  readonly active: readonly RecordedRequest[];
  /** Grows with each request, each response and each piece that a watcher is sent. */
  readonly activity: number;
}

type Entry = { -readonly [K in keyof RecordedRequest]: RecordedRequest[K] };

class EntryList implements RequestJournal {
  requests: Entry[] = [];
  activity = 0;
  readonly unanswered: Set<Entry> = new Set();

  get active(): readonly RecordedRequest[] {
    return [...this.unanswered];
  }

  select(filter: RequestFilter): readonly RecordedRequest[] {
    return this.requests.filter((request) =>
      Object.entries(filter).every(([key, value]) => request[key as keyof RequestFilter] === value),
    );
  }

  clear(): void {
    this.requests = [];
  }
}

/** The journal of one server, and what fills it. */
export interface JournalExtension {
  readonly journal: RequestJournal;
  readonly extension: ServerExtension;
  /** Names the fault that was injected into a request. */
  note(state: RequestState, fault: string): void;
  /** A request that waits for the clock counts as idle. */
  parked<T>(state: RequestState, until: Promise<T>): Promise<T>;
}

/** Creates a journal. */
export function createJournal(now: () => number): JournalExtension {
  const journal = new EntryList();
  const { unanswered } = journal;
  let count = 0;
  const entries = new WeakMap<RequestState, Entry>();
  const record: Stage = (state, next) => {
    const entry = entryOf(state, ++count, now());
    journal.requests.push(entry);
    entries.set(state, entry);
    journal.activity++;
    if (entry.verb !== "watch") unanswered.add(entry);
    const ended = (): void => {
      unanswered.delete(entry);
      journal.activity++;
    };
    return mapResponse(next(state), (response) => {
      entry.code = response.status;
      entry.respondedMs = now();
      journal.activity++;
      readObject(response, entry);
      return whenEnded(
        withPieces(response, () => journal.activity++),
        ended,
      );
    });
  };
  return {
    journal,
    extension: { name: "request journal", stages: () => [{ after: "impersonation", stage: record }] },
    note: (state, fault) => {
      const entry = entries.get(state);
      if (entry !== undefined) entry.fault = fault;
    },
    parked: async (state, until) => {
      const entry = entries.get(state);
      const wasActive = entry !== undefined && unanswered.delete(entry);
      try {
        return await until;
      } finally {
        if (wasActive) unanswered.add(entry);
        journal.activity++;
      }
    },
  };
}

function entryOf(state: RequestState, number: number, startedMs: number): Entry {
  const { info, request, user } = state;
  const { verb, group, version, resource, subresource, namespace, name, path, query, isResource } = info;
  return {
    ...{ number, user: user.name, userAgent: request.header("user-agent") ?? "" },
    ...{ verb, group, version, resource: isResource ? resource : "", subresource, namespace, name, path },
    ...{ dryRun: query.has("dryRun"), startedMs, respondedMs: undefined, code: undefined },
    ...{ resourceVersion: undefined, fault: undefined },
  };
}

/** Largest response that is read for the version of its object. */
const maxReadBytes = 4 * 1024 * 1024;

function readObject({ body, json }: HttpResponse, entry: Entry): void {
  if (isStream(body) || !["create", "update", "patch", "delete"].includes(entry.verb)) return;
  const parts = json?.() ?? body;
  const bytes = Buffer.isBuffer(parts) ? parts : Buffer.concat(parts);
  if (bytes.length > maxReadBytes || bytes[0] !== 0x7b) return;
  const { kind, metadata } = JSON.parse(bytes.toString()) as {
    kind?: string;
    metadata?: { name?: string; resourceVersion?: string };
  };
  if (kind === "Status") return;
  entry.resourceVersion = metadata?.resourceVersion;
  if (entry.name === "") entry.name = metadata?.name ?? "";
}

function withPieces(response: HttpResponse, onPiece: () => void): HttpResponse {
  return mapStream(response, (writer) => ({
    ...passTo(writer),
    write: (chunk) => {
      onPiece();
      return writer.write(chunk);
    },
  }));
}
