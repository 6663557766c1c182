import { quote } from "@svc/base";
import { aString, checkArgument } from "@svc/base/check";
import { type FieldError, invalid, invalidObject, type StatusError } from "@svc/meta";
import type { Storage } from "@svc/storage";
import type { Service } from "./service.ts";

/** Allocates ports on nodes. Each is a key of the store, so that servers over one store agree. */
export interface NodePorts {
  /** @throws {StatusError} 422 */
  take(service: Service, port: number, field: string): Promise<void>;
  takeAny(service: Service): Promise<number>;
  release(port: number): Promise<void>;
  /** The number of allocated ports. */
  count(): Promise<number>;
  /** The error for a port that is already allocated. */
  taken(service: Service, port: number, field: string): StatusError;
  /** Checks a dry run: allocates nothing, ignores the range. @throws {StatusError} 422 */
  checkFree(service: Service, port: number, field: string): Promise<void>;
  /**
   * The port that a dry run shows where one would be chosen: the highest that the service has plus
   * one, or one after the range.
   */
  unchosen(had: ReadonlySet<number>): number;
}

interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** Reads a range such as `30000-32767`. @throws {TypeError} for other text */
export function parsePortRange(text: string): PortRange {
  checkArgument("parsePortRange: text", text, aString);
  const match = /^(\d{1,5})-(\d{1,5})$/.exec(text);
  const [first, last] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || first > last || last > 65_535 || first < 1)
    throw new TypeError(`not a range of ports: ${quote(text)}`);
  return { first, last };
}

interface NodePortOptions {
  readonly storage: Storage;
  /** The prefix of all keys of the server. */
  readonly root: string;
  readonly range: PortRange;
  /** Chooses the port to try first; from 0 to before 1. */
  readonly random: () => number;
}

export function createNodePorts({ storage, root, range, random }: NodePortOptions): NodePorts {
  const { first, last } = range;
  const keyOf = (port: number): string => `${root}ranges/nodeports/${port}`;
  const claim = async ({ metadata }: Service, port: number): Promise<boolean> => {
    const value = Buffer.from(JSON.stringify({ namespace: metadata.namespace, name: metadata.name }));
    const { ok } = await storage.commit([{ op: "put", key: keyOf(port), value, guard: "absent" }]);
    return ok;
  };
  const name = ({ metadata }: Service): string => metadata.name ?? "";
  const refuse = (service: Service, problem: FieldError): StatusError =>
    invalidObject({ group: "", kind: "Service", name: name(service) }, [problem]);
  const taken = (service: Service, port: number, field: string): StatusError =>
    refuse(service, invalid(field, port, "provided port is already allocated"));
  return {
    taken,
    take: async (service, port, field) => {
      if (port < first || port > last)
        throw refuse(
          service,
          invalid(field, port, `provided port is not in the valid range. The range of valid ports is ${first}-${last}`),
        );
      if (!(await claim(service, port))) throw taken(service, port, field);
    },
    takeAny: async (service) => {
      for (const port of portsOf(range, random)) if (await claim(service, port)) return port;
      throw refuse(service, invalid("spec.ports[0].nodePort", 0, "range is full"));
    },
    release: async (port) => {
      await storage.commit([{ op: "delete", key: keyOf(port) }]);
    },
    count: async () =>
      (await storage.range({ prefix: `${root}ranges/nodeports/` }, { limit: 0, count: true })).remaining ?? 0,
    checkFree: async (service, port, field) => {
      if ((await storage.get(keyOf(port))).entry !== undefined) throw taken(service, port, field);
    },
    unchosen: (had) => (had.size === 0 ? last + 1 : [...had].reduce((most, port) => Math.max(most, port))) + 1,
  };
}

const randomTries = 32;

function* portsOf({ first, last }: PortRange, random: () => number): Generator<number> {
  for (let i = 0; i < randomTries; i++) yield first + Math.floor(random() * (last - first + 1));
  for (let port = first; port <= last; port++) yield port;
}
