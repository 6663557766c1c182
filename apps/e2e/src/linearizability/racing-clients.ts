import type { TimedCall } from "./find-order.ts";
import type { ObjectApi } from "./object-api.ts";
import type { ObjectCall } from "./stored-object.ts";

export interface RaceOptions {
  /** Servers of one store; each client uses them in turn. */
  readonly servers: readonly ObjectApi[];
  readonly clients: number;
  /** Few, so that clients meet. */
  readonly names: readonly string[];
  /** From 0 to below 1. */
  readonly random: () => number;
}

export interface Race {
  /** Calls of all clients, by the name of the object. */
  readonly histories: ReadonlyMap<string, readonly TimedCall<ObjectCall>[]>;
  /** Resolves after so many more writes that were done. */
  written(writes: number): Promise<void>;
  /** Resolves once every client has ended. @throws what a client threw */
  stop(): Promise<void>;
}

/** The last version of each object that a client saw, by any server; it overwrites that version. */
type Known = Map<string, number>;
type Told = readonly (readonly [name: string, call: ObjectCall])[];

// A server that is down fails immediately.
const pauseMs = 20;

/**
 * Clients that read, create, replace and delete the same objects without pause, and record when
 * each call began and how it ended.
 */
export function startRace({ servers, clients, names, random }: RaceOptions): Race {
  const histories = new Map<string, TimedCall<ObjectCall>[]>(names.map((name) => [name, []]));
  const waiting = new Set<() => void>();
  let writes = 0;
  let stopped = false;

  async function act(server: ObjectApi, known: Known, value: string): Promise<Told> {
    if (random() < 0.1) {
      const found = await server.list();
      return found === undefined ? [] : names.map((name) => [name, { op: "read", found: found.get(name) }]);
    }
    const name = names[Math.floor(random() * names.length)]!;
    const call = await actOn(server, { name, expected: known.get(name), value });
    return call === undefined ? [] : [[name, call]];
  }

  function actOn(
    server: ObjectApi,
    { name, expected, value }: { readonly name: string; readonly expected: number | undefined; readonly value: string },
  ): Promise<ObjectCall | undefined> {
    const kind = random();
    if (kind < 0.4) return server.get(name);
    if (kind < 0.5 || expected === undefined) return server.create(name, value);
    return kind < 0.9 ? server.update(name, value, expected) : server.delete(name, expected);
  }

  async function run(client: number): Promise<void> {
    const known: Known = new Map();
    for (let turn = client; !stopped; turn++) {
      const begunMs = performance.now();
      const received = await act(servers[turn % servers.length]!, known, `${client}.${turn}`);
      const nowMs = performance.now();
      for (const [name, call] of received) {
        learn(known, name, call);
        const isKnown = call.op === "read" || call.answer !== "unknown";
        if (call.op !== "read" && call.answer === "done") writes++;
        histories.get(name)!.push({ call, begunMs, endedMs: isKnown ? nowMs : Number.POSITIVE_INFINITY });
      }
      for (const check of waiting) check();
      if (received.every(([, call]) => call.op !== "read" && call.answer === "unknown")) await pause();
    }
  }

  const ended = Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  return {
    histories,
    written(more) {
      const expected = writes + more;
      const reached = new Promise<void>((resolve) => {
        const check = (): void => {
          if (writes < expected) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
      });
      return Promise.race([reached, ended.then(() => undefined)]);
    },
    async stop() {
      stopped = true;
      await ended;
    },
  };
}

function learn(known: Known, name: string, call: ObjectCall): void {
  if (call.op !== "read" && call.answer !== "done") return;
  const seen = call.op === "read" ? call.found : call.op === "delete" ? undefined : call;
  if (seen === undefined) known.delete(name);
  else known.set(name, seen.version);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}
