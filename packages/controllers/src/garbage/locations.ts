import type { ServedResource } from "@svc/client";
import type { Located } from "./node.ts";
import { createUidTable } from "./uid-table.ts";

/** The locations of objects without a node in the graph, which are almost all objects. */
export interface Locations {
  get(uid: string): Omit<Located, "uid"> | undefined;
  /** @throws {TypeError} for a uid that `isTableUid` does not pass */
  set(object: Located): void;
  delete(uid: string): void;
  /** All objects of a resource. Iterates over all locations. */
  uidsOf(resource: ServedResource): readonly string[];
}

/** A namespace in which there are such objects of a resource. */
interface Place {
  readonly number: number;
  readonly resource: ServedResource;
  readonly namespace: string;
  objects: number;
}

export function createLocations(): Locations {
  const numbers = createUidTable();
  const places: (Place | undefined)[] = [];
  const byName = new Map<ServedResource, Map<string, Place>>();
  // Numbers are given again, so that namespaces that are gone take no room.
  const free: number[] = [];

  function placeOf({ resource, namespace }: Located): Place {
    let namespaces = byName.get(resource);
    if (namespaces === undefined) byName.set(resource, (namespaces = new Map()));
    let place = namespaces.get(namespace);
    if (place === undefined) {
      place = { number: free.pop() ?? places.length, resource, namespace, objects: 0 };
      namespaces.set(namespace, place);
      places[place.number] = place;
    }
    return place;
  }

  function find(uid: string): Place | undefined {
    const number = numbers.get(uid);
    return number === undefined ? undefined : places[number];
  }

  function remove(uid: string): void {
    const place = find(uid);
    if (place === undefined) return;
    numbers.delete(uid);
    if (--place.objects > 0) return;
    const { resource, namespace, number } = place;
    places[number] = undefined;
    free.push(number);
    const namespaces = byName.get(resource);
    namespaces?.delete(namespace);
    if (namespaces?.size === 0) byName.delete(resource);
  }

  return {
    get: find,
    set: (object) => {
      remove(object.uid);
      const place = placeOf(object);
      numbers.set(object.uid, place.number);
      place.objects++;
    },
    delete: remove,
    uidsOf: (resource) =>
      byName.has(resource)
        ? [...numbers.entries()].flatMap(([uid, number]) => (places[number]?.resource === resource ? [uid] : []))
        : [],
  };
}
