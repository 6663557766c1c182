/**
 * The items of one shard of a list: `2/8` is the second of eight. Neighbours go to different
 * shards, so that each has about as much work.
 */
export function shardOf<T>(list: readonly T[], shard: string): readonly T[] {
  const [, index, count] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard) ?? [];
  if (index === undefined || count === undefined || Number(index) > Number(count))
    throw new TypeError(`--shard: ${shard} is not like 2/8`);
  return list.filter((_, i) => i % Number(count) === Number(index) - 1);
}
