import type { Dialect } from "@svc/meta";
import { type Fill, isMembers, type Members, members } from "./fill.ts";

/**
 * What a claim is filled from stands in two fields: the older one knows claims and snapshots only, and loses everything else; the
 * newer one takes other kinds and, where the server lets it, other namespaces. Where one is left out it is as the other.
 */
export function claimSources(dialect: Dialect): Fill {
  const snapshots = dialect.expand("snapshot.storage.{api}");
  const isKnown = ({ kind, apiGroup }: Members): boolean =>
    kind === "PersistentVolumeClaim" ? (apiGroup ?? "") === "" : kind === "VolumeSnapshot" && apiGroup === snapshots;
  return members({
    spec: (spec, gates) => {
      const ref = spec["dataSourceRef"];
      const namespace = isMembers(ref) ? (ref["namespace"] ?? "") : "";
      if (namespace !== "" && !gates.enabled("CrossNamespaceVolumeDataSource")) delete spec["dataSourceRef"];
      if (isMembers(spec["dataSource"]) && !isKnown(spec["dataSource"])) delete spec["dataSource"];
      const { dataSource, dataSourceRef } = spec;
      if (isMembers(dataSource) && dataSourceRef === undefined) spec["dataSourceRef"] = { ...dataSource };
      if (isMembers(dataSourceRef) && dataSource === undefined && (dataSourceRef["namespace"] ?? "") === "") {
        const { namespace: _none, ...source } = dataSourceRef;
        spec["dataSource"] = source;
      }
    },
  });
}
