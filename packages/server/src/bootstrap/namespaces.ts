import type { BootstrapStep } from "./bootstrap.ts";

/** The namespaces that are always there. */
export const systemNamespaces: BootstrapStep = {
  name: "start-system-namespaces-controller",
  run: async ({ endpoint, ensure, parts }) => {
    const namespaces = endpoint("", "namespaces");
    if (namespaces === undefined) return;
    const { system, public: open, nodeLease } = parts.dialect.namespaces;
    await Promise.all(
      [system, open, nodeLease, "default"].map((name) =>
        ensure(namespaces, { apiVersion: "v1", kind: "Namespace", metadata: { name } }),
      ),
    );
  },
};
