import { get } from "../loops/reads.ts";
import { itemName, namespaces } from "../objects/objects.ts";
import { fill, makeOrdinaryUser, prepareObjects } from "../objects/prepare.ts";
import { runLoop } from "../scenarios/run-loop.ts";
import { ordinaryUser } from "../servers/server.ts";
import type { CurveOptions, CurvePoint } from "./curve.ts";
import { runOptions, withServer } from "./running.ts";

/** Reads one object as a user in a namespace with role bindings of others. */
export function againstBindings(options: CurveOptions): Promise<readonly CurvePoint[]> {
  return withServer(options.program, async (server) => {
    const { admin, target } = server;
    await prepareObjects(admin, get.connections);
    await makeOrdinaryUser(admin, ordinaryUser, options.dialect);
    const apiGroup = options.dialect.expand("rbac.authorization.{api}");
    const path = `/apis/${apiGroup}/v1/namespaces/${namespaces.items}/rolebindings`;
    const points: CurvePoint[] = [];
    for (const at of options.sizes) {
      await fill(admin, { path, count: at, body: (i) => roleBinding(itemName(i), apiGroup) });
      const { serverCpuMs = Number.NaN, perSecond } = await runLoop(get, runOptions(server, target, options));
      points.push({ at, figures: { "CPU ms a get": serverCpuMs, "gets a second": perSecond } });
    }
    return points;
  });
}

function roleBinding(name: string, apiGroup: string): string {
  return JSON.stringify({
    apiVersion: `${apiGroup}/v1`,
    kind: "RoleBinding",
    metadata: { name },
    subjects: [{ kind: "User", apiGroup, name: `user-of-${name}` }],
    roleRef: { kind: "ClusterRole", apiGroup, name: "view" },
  });
}
