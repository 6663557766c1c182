import { setImmediate } from "node:timers/promises";
import { type CheckedKind, type CheckedKinds, typeWarnings } from "@svc/admission";
import { runSteps } from "@svc/base";
import { type ApiObject, parseApiVersion } from "@svc/meta";
import type { LocalClient } from "@svc/registry";
import type { CatalogSnapshot, ServedResource } from "@svc/schema";
import { type KnownObjects, type RunningController, startReconciler } from "@svc/server";

interface Policy extends ApiObject {
  status?: { readonly observedGeneration?: number };
}

const manager = "validatingadmissionpolicy-status";

/**
 * Checks the expressions of each ValidatingAdmissionPolicy against the types of the objects that it
 * matches, and writes warnings into its status.
 */
export function startPolicyTypeController(local: LocalClient): RunningController | undefined {
  const policies = local.resource<Policy>("admissionregistration.{api}", "validatingadmissionpolicies");
  if (policies === undefined) return undefined;
  return startReconciler<Policy>({
    local,
    resource: policies,
    reconcile: (objects, policy) => writeWarnings(local, objects, policy),
  });
}

async function writeWarnings(local: LocalClient, objects: KnownObjects<Policy>, policy: Policy): Promise<void> {
  const { name = "", generation: observedGeneration = 0 } = policy.metadata;
  if (policy.status?.observedGeneration === observedGeneration) return;
  const kinds = servedKinds(local.registry.catalog.snapshot());
  const warnings = await runSteps(typeWarnings(policy, kinds), () => setImmediate());
  const expressionWarnings = warnings.map((warning) => ({ ...warning }));
  const typeChecking = warnings.length === 0 ? {} : { expressionWarnings };
  await objects.applyStatus(name, manager, { observedGeneration, typeChecking });
}

function servedKinds(catalog: CatalogSnapshot): CheckedKinds {
  const kindOf = ({ definition, version }: Pick<ServedResource, "definition" | "version">): CheckedKind => ({
    group: version.group,
    version: version.version,
    kind: version.kind ?? definition.kind,
    schema: version.schema,
  });
  return {
    ofResource: (group, version, resource) => {
      const groups = group === "" ? catalog.groups.map((served) => served.group) : [group];
      return groups.flatMap((one) => {
        const found = catalog.find(one, version, resource);
        return found === undefined ? [] : [kindOf(found)];
      });
    },
    ofKind: (apiVersion, kind) => {
      const named = parseApiVersion(apiVersion);
      const found = named && catalog.ofKind(named.group, named.version, kind);
      return found && kindOf(found);
    },
  };
}
