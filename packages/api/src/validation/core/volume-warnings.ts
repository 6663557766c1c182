import { trimEndOf } from "@svc/base";
import type { corev1 as core } from "@svc/types";
import { isWhole } from "../common/resources.ts";

/** Warnings about drivers that were removed from the system. */
const gone: readonly (readonly [member: keyof core.Volume, text: string, shown?: string])[] = [
  ["gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"],
  ["cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["rbd", "deprecated in v1.28, non-functional in v1.31+"],
  ["glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["storageos", "deprecated in v1.22, non-functional in v1.25+", "storageOS"],
  ["quobyte", "deprecated in v1.22, non-functional in v1.25+"],
  ["flocker", "deprecated in v1.22, non-functional in v1.25+"],
  ["photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
];

/** @param path of the list of volumes */
export function volumeWarnings(volumes: readonly core.Volume[], path: string): readonly string[] {
  const old = volumes.flatMap((volume, i) => [
    ...gone
      .filter(([member]) => volume[member] !== undefined)
      .map(([member, text, shown = member]) => `${path}[${i}].${shown}: ${text}`),
    ...claimWarnings(
      volume.ephemeral?.volumeClaimTemplate?.spec,
      `${path}[${i}].ephemeral.volumeClaimTemplate.spec.resources`,
    ),
  ]);
  return [...old, ...volumes.flatMap(overlaps)];
}

/** Amounts of storage are whole bytes. @param path of the resources */
export function claimWarnings(spec: core.PersistentVolumeClaimSpec | undefined, path: string): readonly string[] {
  return (["requests", "limits"] as const).flatMap((list) => {
    const amount = spec?.resources?.[list]?.["storage"];
    return amount === undefined || isWhole(amount) ? [] : [fractional(`${path}.${list}[storage]`, amount)];
  });
}

export function fractional(path: string, amount: string): string {
  return `${path}: fractional byte value "${amount}" is invalid, must be an integer`;
}

interface FileOf {
  readonly path: string;
  /** The source of the file in a volume with several sources. */
  readonly by: string;
}

/** Files of one volume that take the place of others. */
function overlaps({ name, configMap, secret, downwardAPI, projected }: core.Volume): readonly string[] {
  const files = (items: readonly { readonly path: string }[] = []): readonly FileOf[] =>
    items.map(({ path }) => ({ path, by: "" }));
  if (configMap !== undefined)
    return overlapping(files(configMap.items), `volume "${name}" (ConfigMap "${configMap.name ?? ""}")`);
  if (secret !== undefined)
    return overlapping(files(secret.items), `volume "${name}" (Secret "${secret.secretName ?? ""}")`);
  if (downwardAPI !== undefined) return overlapping(files(downwardAPI.items), `volume "${name}" (DownwardAPI)`);
  if (projected === undefined) return [];
  const sources = projected.sources ?? [];
  const empty = sources.some((source) => Object.keys(source).length === 0);
  return [
    ...(empty ? [`volume "${name}" (Projected) has no sources provided`] : []),
    ...overlapping(filesOfSources(sources), `volume "${name}" (Projected)`),
  ];
}

/**
 * A source that does not list its files counts as its predecessor once more, as in the original,
 * which then warns about each of its files.
 */
function filesOfSources(sources: readonly core.VolumeProjection[]): readonly FileOf[] {
  let last: readonly FileOf[] = [];
  return sources.flatMap((source) => (last = projectedFiles(source) ?? last));
}

/** The files that a source lists; undefined if it lists none. */
function projectedFiles(source: core.VolumeProjection): readonly FileOf[] | undefined {
  const { configMap, secret, downwardAPI, serviceAccountToken: token, clusterTrustBundle: bundle } = source;
  const files = (items: readonly { readonly path: string }[], by: string): readonly FileOf[] =>
    items.map(({ path }) => ({ path, by: ` (${by})` }));
  if (configMap?.items !== undefined) return files(configMap.items, `ConfigMap "${configMap.name ?? ""}"`);
  if (secret?.items !== undefined) return files(secret.items, `Secret "${secret.name ?? ""}"`);
  if (downwardAPI?.items !== undefined) return files(downwardAPI.items, "DownwardAPI");
  if (token !== undefined) return files([token], "ServiceAccountToken");
  if (bundle !== undefined) return files([bundle], "ClusterTrustBundle");
  return undefined;
}

/**
 * More overlaps of one volume are not looked for: each path of a chain of them overlaps all others.
 */
const maxOverlaps = 1_000;

function overlapping(files: readonly FileOf[], volume: string): readonly string[] {
  // With a trailing slash, a path is a prefix of the paths within it, and sorts directly before
  // them.
  const ordered = files
    .map(({ path }, place) => ({ path: `${trimEndOf(path, "/")}/`, place }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.place - b.place));
  const around: (typeof ordered)[number][] = [];
  const pairs: (readonly [earlier: number, later: number])[] = [];
  for (const file of ordered) {
    while (around.length > 0 && !file.path.startsWith(around.at(-1)?.path ?? "")) around.pop();
    for (const { place } of around) pairs.push([Math.min(place, file.place), Math.max(place, file.place)]);
    if (pairs.length > maxOverlaps) break;
    around.push(file);
  }
  pairs.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const shown = ({ path, by }: FileOf): string => `"${path}"${by}`;
  return [
    ...new Set(
      pairs.map(([earlier, later]) => {
        const [first, second] = [files[earlier] as FileOf, files[later] as FileOf];
        return `${volume}: overlapping paths: ${shown(second)} with ${shown(first)}`;
      }),
    ),
  ];
}
