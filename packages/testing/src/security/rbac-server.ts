import { createRbac, type PolicyRule } from "@svc/authz";
import { type Dialect, svcDialect } from "@svc/meta";
import { startTestServer, type TestServer, type TestServerOptions } from "../start-test-server.ts";
import type { TestUser } from "../test-access.ts";

interface GrantOptions {
  /** @default everywhere */
  readonly namespace?: string | undefined;
  /** @default alice */
  readonly user?: TestUser;
}

/** A server where roles count, and what tests of it share. */
export interface RbacServer extends AsyncDisposable {
  readonly server: TestServer;
  readonly dialect: Dialect;
  /** `/apis/rbac.authorization.svc.io/v1` */
  readonly roles: string;
  readonly group: string;
  readonly alice: Pick<TestServer, "fetch">;
  /** Gives a user rules: everywhere, or in one namespace. */
  grant(name: string, rules: readonly PolicyRule[], options?: GrantOptions): Promise<void>;
}

export const alice: TestUser = { name: "alice", groups: ["developers"] };

/** @param config of the server. @default none */
export async function startRbacServer(
  dialect: Dialect = svcDialect,
  config: TestServerOptions["config"] = {},
): Promise<RbacServer> {
  const group = dialect.expand("rbac.authorization.{api}");
  const rbac = createRbac(group);
  const server = await startTestServer({ dialect, authorizer: rbac, controlPlane: { rbac }, config });
  const roles = `/apis/${group}/v1`;
  const must = async (path: string, body: object): Promise<void> => {
    const answer = await server.fetch(path, send("POST", body));
    if (answer.status !== 201) throw new Error(await answer.text());
  };
  return {
    server,
    dialect,
    roles,
    group,
    alice: server.as(alice),
    grant: async (name, rules, { namespace, user = alice } = {}) => {
      await must(`${roles}/clusterroles`, { metadata: { name }, rules });
      const roleRef = { apiGroup: group, kind: "ClusterRole", name };
      const binding = { metadata: { name }, roleRef, subjects: [{ apiGroup: group, kind: "User", name: user.name }] };
      const where = namespace === undefined ? "clusterrolebindings" : `namespaces/${namespace}/rolebindings`;
      await must(`${roles}/${where}`, binding);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A request with a body. */
export function send(method: "POST" | "PUT", body: object): RequestInit {
  return { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

export function mergePatch(body: object): RequestInit {
  const headers = { "content-type": "application/merge-patch+json" };
  return { method: "PATCH", headers, body: JSON.stringify(body) };
}
