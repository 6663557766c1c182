import type { ApiObject, Dialect } from "@svc/meta";
import type { FeatureGates, Strategy } from "@svc/schema";
import { restore } from "./status.ts";

interface Source {
  kind?: string;
  apiGroup?: string;
  namespace?: string;
}

interface Spec {
  dataSource?: Source;
  dataSourceRef?: Source;
}

interface Claim extends ApiObject {
  spec?: Spec;
}

/**
 * The strategy of persistent volume claims. The data source has two fields. The older one allows
 * only claims and snapshots, and other kinds are dropped from it; the newer one allows other kinds
 * and, with a feature gate, other namespaces. A missing one is filled from the other; stored values
 * stay.
 */
export function persistentVolumeClaim(dialect: Dialect): Partial<Strategy> {
  const snapshots = dialect.expand("snapshot.storage.{api}");
  const isKnown = ({ kind, apiGroup = "" }: Source): boolean =>
    kind === "PersistentVolumeClaim" ? apiGroup === "" : kind === "VolumeSnapshot" && apiGroup === snapshots;
  const settle = (spec: Spec, old: Spec | undefined, gates: FeatureGates): void => {
    const { dataSource: source, dataSourceRef: ref } = spec;
    const isElsewhere = (ref?.namespace ?? "") !== "";
    if (isElsewhere && old?.dataSourceRef === undefined && !gates.enabled("CrossNamespaceVolumeDataSource"))
      delete spec.dataSourceRef;
    const isNew = source !== undefined && old?.dataSource === undefined;
    // Validation checks that it equals the newer field.
    if (isNew && spec.dataSourceRef === undefined && !isKnown(source)) delete spec.dataSource;
    agree(spec);
  };
  return {
    prepareCreate: (object: Claim, { gates }) => {
      object["status"] = { phase: "Pending" };
      if (object.spec !== undefined) settle(object.spec, undefined, gates);
    },
    prepareUpdate: (object: Claim, old: Claim, { gates }) => {
      restore(object, old, "status");
      if (object.spec !== undefined) settle(object.spec, old.spec, gates);
    },
  };
}

function agree(spec: Spec): void {
  const { dataSource, dataSourceRef } = spec;
  if (dataSource !== undefined && dataSourceRef === undefined) spec.dataSourceRef = { ...dataSource };
  if (dataSourceRef !== undefined && dataSource === undefined && (dataSourceRef.namespace ?? "") === "") {
    const { namespace: _none, ...source } = dataSourceRef;
    spec.dataSource = source;
  }
}
