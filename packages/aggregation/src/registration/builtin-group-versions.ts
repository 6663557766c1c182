import type { LocalClient } from "@svc/registry";
import type { PostStartStep } from "@svc/server";
import { apiServicesOf, registrationGroup } from "./api-service.ts";

/** Registers each group version that this server serves itself, once at the start. */
export const registerGroupVersions: PostStartStep = {
  name: "{system}-apiserver-autoregistration",
  completion: "autoregister-completion",
  onlyObjects: true,
  run: async (local) => {
    const services = apiServicesOf(local);
    if (services === undefined) return;
    const { expand } = local.environment.dialect;
    // The group of registrations itself has none.
    const served = local.registry.catalog.snapshot().groups.filter(({ group }) => group !== expand(registrationGroup));
    await Promise.all(
      served
        .flatMap(({ versions }) => versions)
        .map(({ group, version, priority }) =>
          services.ensure({
            metadata: { name: `${version}.${group}`, labels: { [automanagedLabel(local)]: "onstart" } },
            spec: {
              ...(group === "" ? {} : { group }),
              version,
              groupPriorityMinimum: priority.group,
              versionPriority: priority.version,
            },
          }),
        ),
    );
  },
};

/** The label of registrations that the server makes: `onstart`, or `true` where it keeps them. */
export function automanagedLabel({ environment }: LocalClient): string {
  return environment.dialect.expand("{system}-aggregator.{labels}/automanaged");
}
