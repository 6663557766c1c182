import type { PostStartStep } from "@svc/server";

/** The namespaces that are always there. */
export const systemNamespaces: PostStartStep = {
  name: "start-system-namespaces-controller",
  isPrerequisite: true,
  onlyObjects: true,
  run: async (local) => {
    const namespaces = local.resource("", "namespaces");
    if (namespaces === undefined) return;
    const { system, public: open, nodeLease } = local.environment.dialect.namespaces;
    await Promise.all(
      [system, open, nodeLease, "default"].map((name) =>
        namespaces.ensure({ apiVersion: "v1", kind: "Namespace", metadata: { name } }),
      ),
    );
  },
};
