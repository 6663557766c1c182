import type { BootstrapStep } from "./bootstrap.ts";

/** One `APIService` for each group version that this server serves itself. */
export const apiServices: BootstrapStep = {
  name: "{system}-apiserver-autoregistration",
  completion: "autoregister-completion",
  run: async ({ endpoint, ensure, parts }) => {
    const { dialect, catalog } = parts;
    const services = endpoint(dialect.expand("apiregistration.{api}"), "apiservices");
    if (services === undefined) return;
    // The group of these objects themselves has none.
    const versions = catalog
      .snapshot()
      .groups.filter(({ group }) => group !== dialect.expand("apiregistration.{api}"))
      .flatMap((g) => g.versions);
    await Promise.all(
      versions.map(({ group, version, priority }) =>
        ensure(services, {
          metadata: {
            name: `${version}.${group}`,
            labels: { [dialect.expand("{system}-aggregator.{labels}/automanaged")]: "onstart" },
          },
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
