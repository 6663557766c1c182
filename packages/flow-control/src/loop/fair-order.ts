/** A waiting item of a flow, with its cost. */
export interface OrderedItem<T, F extends object = object> {
  readonly group: string;
  /** Part of the whole that the group has, relative to those of others. Above 0. */
  readonly weight: number;
  /** Compared by identity. */
  readonly flow: F;
  /** Above 0. */
  readonly cost: number;
  readonly item: T;
}

interface Lane<T> {
  /** Cost of the flow's items so far; a new flow starts with that of the existing ones. */
  virtual: number;
  readonly content: T;
}

type FlowLane<T, F extends object> = Lane<OrderedItem<T, F>[]>;
type GroupLane<T, F extends object> = Lane<Map<F, FlowLane<T, F>>>;

/**
 * Orders what waits: groups have turns by their weights, flows of a group have equal turns, and
 * within a flow the first comes first.
 */
export class FairOrder<T, F extends object = object> {
  readonly #groups = new Map<string, GroupLane<T, F>>();
  #virtual = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(entry: OrderedItem<T, F>): void {
    let group = this.#groups.get(entry.group);
    if (group === undefined) this.#groups.set(entry.group, (group = { virtual: this.#virtual, content: new Map() }));
    let flow = group.content.get(entry.flow);
    if (flow === undefined) {
      const virtual = Math.max(0, leastVirtual(group.content.values()));
      group.content.set(entry.flow, (flow = { virtual, content: [] }));
    }
    flow.content.push(entry);
    this.#size++;
  }

  /** An item that does not wait any longer. Its flow is not charged. */
  remove(entry: OrderedItem<T, F>): void {
    const items = this.#groups.get(entry.group)?.content.get(entry.flow)?.content;
    const at = items?.indexOf(entry) ?? -1;
    if (items === undefined || at < 0) return;
    items.splice(at, 1);
    this.#removed(entry, items);
  }

  /** All flows of which something waits. */
  flows(): readonly F[] {
    return [...this.#groups.values()].flatMap(({ content }) => [...content.keys()]);
  }

  /**
   * The next one; undefined where nothing waits.
   * @param isPaused flows that are passed over. @default none
   */
  take(isPaused: (flow: F) => boolean = () => false): OrderedItem<T, F> | undefined {
    const mayGo = (flow: F): boolean => !isPaused(flow);
    const group = first(this.#groups, (_, { content }) => content.keys().some(mayGo));
    if (group === undefined) return undefined;
    const [, groupLane] = group;
    const flow = first(groupLane.content, mayGo);
    const entry = flow?.[1].content.shift();
    if (flow === undefined || entry === undefined) return undefined;
    const [, flowLane] = flow;
    this.#virtual = groupLane.virtual;
    groupLane.virtual += entry.cost / entry.weight;
    flowLane.virtual += entry.cost;
    this.#removed(entry, flowLane.content);
    return entry;
  }

  /** @param items those of the entry's flow that still wait */
  #removed({ group, flow }: OrderedItem<T, F>, items: readonly OrderedItem<T, F>[]): void {
    this.#size--;
    if (items.length > 0) return;
    const flows = this.#groups.get(group)?.content;
    flows?.delete(flow);
    if (flows?.size === 0) this.#groups.delete(group);
  }
}

/** Of the lanes that may go, the one that has had the least; of equals the first. */
function first<K, L extends Lane<unknown>>(
  lanes: ReadonlyMap<K, L>,
  mayGo: (key: K, lane: L) => boolean,
): readonly [K, L] | undefined {
  let best: readonly [K, L] | undefined;
  for (const entry of lanes)
    if ((best === undefined || entry[1].virtual < best[1].virtual) && mayGo(...entry)) best = entry;
  return best;
}

function leastVirtual(lanes: Iterable<Lane<unknown>>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { virtual } of lanes) least = Math.min(least, virtual);
  return Number.isFinite(least) ? least : 0;
}
