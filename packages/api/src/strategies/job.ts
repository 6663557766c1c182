import type { ApiObject, Dialect } from "@svc/meta";
import type { Strategy } from "@svc/schema";
import { restore } from "./status.ts";

type Labels = Record<string, string>;

interface Job extends ApiObject {
  spec?: {
    manualSelector?: boolean;
    selector?: { matchLabels?: Labels };
    template?: { metadata?: { labels?: Labels } };
    [field: string]: unknown;
  };
}

/** Adds the labels by which a job finds its pods, unless the client sets `manualSelector`. */
export function job({ labelDomain }: Dialect): Partial<Strategy> {
  const uidLabel = `batch.${labelDomain}/controller-uid`;
  const nameLabel = `batch.${labelDomain}/job-name`;
  return {
    prepareCreate: (object: Job) => {
      object["status"] = {};
      const { spec, metadata } = object;
      if (spec === undefined || spec.manualSelector === true) return;
      const { uid = "", name = "" } = metadata;
      const template = (spec.template ??= {});
      const inner = (template.metadata ??= {});
      const before = inner.labels ?? {};
      const own: Labels = { "controller-uid": uid, "job-name": name, [uidLabel]: uid, [nameLabel]: name };
      inner.labels = { ...own, ...before };
      spec.selector = { ...spec.selector, matchLabels: { [uidLabel]: uid, ...spec.selector?.matchLabels } };
      // Labels that were taken from the template stay those of the template.
      if (metadata.labels !== undefined && sameLabels(metadata.labels, before)) metadata.labels = { ...inner.labels };
    },
    // A job without labels takes those of its template when it is read back, so validating steps
    // see none.
    completeCreate: ({ spec, metadata }: Job) => {
      const labels = spec?.template?.metadata?.labels;
      if (isEmpty(metadata.labels) && !isEmpty(labels)) metadata.labels = { ...labels };
    },
    prepareUpdate: (object, old) => restore(object, old, "status"),
    deletion: {
      dependents: "orphan",
      dependentsWarning:
        "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning",
    },
  };
}

function isEmpty(labels: Labels | undefined): boolean {
  return Object.keys(labels ?? {}).length === 0;
}

function sameLabels(a: Labels, b: Labels): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
