/** Members and items that a piece of JSON has, at most. */
const valuesOf = (piece: string): number => (piece.match(/[,[{]/g)?.length ?? 0) + 1;

/** Large enough to be dear, and few enough values to be read: 100,000 of 105,000. */
const maxValues = 100_000;
const maxBytes = 3 * 1024 * 1024 - 1024;

/** A body that is legal to send and dear to answer. */
export interface HostileBody {
  readonly name: string;
  /** @default POST */
  readonly method?: string;
  readonly path: string;
  /** @default application/json */
  readonly type?: string;
  /** Besides the content type. @default none */
  readonly headers?: Readonly<Record<string, string>>;
  /** @default none, for GET */
  readonly body?: () => Buffer;
  /** Sent before it, and not measured. @default none */
  readonly first?: HostileBody;
}

interface Filling {
  readonly before?: string;
  readonly after?: string;
  /** @default a comma */
  readonly between?: string;
  /** @default 100,000 */
  readonly values?: number;
}

/** As many pieces as a body may have, one behind another. */
export function filled(piece: (index: number) => string, filling: Filling = {}): string {
  const { before = "", after = "", between = ",", values = maxValues } = filling;
  const pieces: string[] = [];
  let length = before.length + after.length;
  let count = 0;
  for (let i = 0; ; i++) {
    const next = piece(i);
    length += next.length + between.length;
    count += valuesOf(next);
    if (length > maxBytes || count > values) return before + pieces.join(between) + after;
    pieces.push(next);
  }
}

export function json(name: string, path: string, body: () => string, more: Partial<HostileBody> = {}): HostileBody {
  return { name, path, body: () => Buffer.from(body()), ...more };
}

/** A value within so many objects, or whatever else is opened and closed. */
export function deep(depth: number, open = '{"a":', close = "}"): string {
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

export const labels = (i: number): string => `"k${i}":"v"`;

export const namespace = "/api/v1/namespaces/default";
export const maps: string = `${namespace}/configmaps`;
export const pods: string = `${namespace}/pods`;
export const widgets = "/apis/shop.example.com/v1/namespaces/default/widgets";
export const meta = '"metadata":{"name":"new"}';
export const live = '"metadata":{"name":"live"}';
export const mapMeta = '"apiVersion":"v1","kind":"ConfigMap"';
export const podMeta = '"apiVersion":"v1","kind":"Pod"';
export const widgetMeta = '"apiVersion":"shop.example.com/v1","kind":"Widget"';
export const container = '"containers":[{"name":"c","image":"i"}]';
