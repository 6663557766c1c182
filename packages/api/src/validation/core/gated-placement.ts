import type { corev1 as core } from "@svc/types";
import { isEmpty } from "../common/check.ts";
import { same } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";

/** The members of a spec that restrict the nodes of a pod. */
interface Placement {
  readonly nodeSelector: Record<string, string> | undefined;
  readonly affinity: core.Affinity | undefined;
}

/**
 * While a pod is gated, its placement may become stricter. Reports other changes. Returns the
 * members with the allowed changes reverted.
 */
export function gatedPlacement(spec: core.PodSpec, old: core.PodSpec, at: FieldPath): Placement {
  const { nodeSelector = {} } = spec;
  if (Object.entries(old.nodeSelector ?? {}).some(([key, value]) => nodeSelector[key] !== value))
    at.field("nodeSelector").invalid(
      nodeSelector,
      "only additions to spec.nodeSelector are allowed (no mutations or deletions)",
    );
  const required = old.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required !== undefined)
    onlyFewerNodes(
      spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms,
      required.nodeSelectorTerms,
      at.field("affinity").field("nodeAffinity").field("requiredDuringSchedulingIgnoredDuringExecution"),
    );
  return { nodeSelector: old.nodeSelector, affinity: withOldNodes(spec.affinity, old.affinity) };
}

function onlyFewerNodes(
  terms: readonly core.NodeSelectorTerm[] = [],
  old: readonly core.NodeSelectorTerm[] = [],
  at: FieldPath,
): void {
  const place = at.field("nodeSelectorTerms");
  // Of several terms one is enough, so that another one means more nodes.
  if (old.length > 0 && terms.length !== old.length)
    place.invalid(terms, "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
  else
    for (const [i, term] of terms.entries())
      if (!onlyAdds(term, old[i] ?? {}))
        place.item(i).invalid(term, "only additions are allowed (no mutations or deletions)");
}

function onlyAdds(term: core.NodeSelectorTerm, old: core.NodeSelectorTerm): boolean {
  const lists = ["matchExpressions", "matchFields"] as const;
  // A term without requirements matches no node.
  if (lists.every((name) => isEmpty(old[name]))) return lists.every((name) => isEmpty(term[name]));
  return lists.every((name) => (old[name] ?? []).every((requirement, i) => same(requirement, term[name]?.[i])));
}

function withOldNodes(affinity: core.Affinity | undefined, old: core.Affinity | undefined): core.Affinity | undefined {
  const { nodeAffinity: _, ...others } = affinity ?? {};
  const nodes = old?.nodeAffinity;
  if (nodes === undefined && old === undefined && Object.keys(others).length === 0) return undefined;
  return nodes === undefined ? others : { ...others, nodeAffinity: nodes };
}
