import type { PostStartStep } from "@svc/server";

const group = "apiregistration.{api}";

/** One `APIService` for each group version that this server serves itself. */
export const apiServices: PostStartStep = {
  name: "{system}-apiserver-autoregistration",
  completion: "autoregister-completion",
  run: async (local) => {
    const { expand } = local.environment.dialect;
    const services = local.resource(group, "apiservices");
    if (services === undefined) return;
    // The group of these objects themselves has none.
    const served = local.registry.catalog.snapshot().groups.filter((of) => of.group !== expand(group));
    await Promise.all(
      served
        .flatMap(({ versions }) => versions)
        .map(({ group: of, version, priority }) =>
          services.ensure({
            metadata: {
              name: `${version}.${of}`,
              labels: { [expand("{system}-aggregator.{labels}/automanaged")]: "onstart" },
            },
            spec: {
              ...(of === "" ? {} : { group: of }),
              version,
              groupPriorityMinimum: priority.group,
              versionPriority: priority.version,
            },
          }),
        ),
    );
  },
};
