import type { Dialect } from "@svc/meta";
import { type Connection, openConnection } from "../client/connection.ts";
import type { ReceivedResponse } from "../client/response-reader.ts";
import { sendOnce, sendSuccessfully } from "../client/send-once.ts";
import { requestBytes, type Target } from "../client/target.ts";
import { configMap, configMapsOf, itemName, namespaces } from "./objects.ts";

/**
 * Creates the objects that scenarios read and the namespaces in which they write; existing ones
 * stay.
 */
export async function prepareObjects(admin: Target, items: number): Promise<void> {
  for (const name of Object.values(namespaces)) await makeNamespace(admin, name);
  const body = (i: number): string => configMap(itemName(i), { bytes: 2048 });
  await fill(admin, { path: configMapsOf(namespaces.items), count: items, body });
  await fill(admin, { path: configMapsOf(namespaces.hundred), count: 100, body });
}

export async function makeNamespace(admin: Target, name: string): Promise<void> {
  const object = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
  await sendSuccessfully(admin, { method: "POST", path: "/api/v1/namespaces", body: JSON.stringify(object) });
}

/** Binds a user to all rights, as an ordinary user whose rights the authorizer has to look up. */
export async function makeOrdinaryUser(admin: Target, user: string, dialect: Dialect): Promise<void> {
  const apiGroup = dialect.expand("rbac.authorization.{api}");
  const object = {
    apiVersion: `${apiGroup}/v1`,
    kind: "ClusterRoleBinding",
    metadata: { name: `bench-${user}` },
    subjects: [{ kind: "User", apiGroup, name: user }],
    roleRef: { kind: "ClusterRole", apiGroup, name: "cluster-admin" },
  };
  const path = `/apis/${apiGroup}/v1/clusterrolebindings`;
  await sendSuccessfully(admin, { method: "POST", path, body: JSON.stringify(object) });
}

interface Filling {
  /** Of the collection. */
  readonly path: string;
  readonly count: number;
  readonly body: (index: number) => string;
  /** By what the last object is found, to see whether all are there. @default itemName */
  readonly name?: (index: number) => string;
  /** @default 64 */
  readonly writers?: number;
}

/** Makes the objects of a collection, unless the last of them is there. */
export async function fill(
  admin: Target,
  { path, count, body, name = itemName, writers = 64 }: Filling,
): Promise<void> {
  const last = await sendOnce(admin, { method: "GET", path: `${path}/${name(count - 1)}` });
  if (last.status === 200) return;
  let next = 0;
  const connections = Math.min(writers, count);
  await Promise.all(
    Array.from({ length: connections }, () => write(admin, path, () => (next < count ? body(next++) : undefined))),
  );
}

async function write(target: Target, path: string, next: () => string | undefined): Promise<void> {
  const connection = await openConnection(target, {
    keepBytes: 500,
    onLost: (error) => {
      throw error;
    },
  });
  try {
    for (let body = next(); body !== undefined; body = next()) {
      const { status, body: responseBody } = await send(
        connection,
        requestBytes(target, { method: "POST", path, body }),
      );
      if (status !== 201 && status !== 409) throw new Error(`POST ${path}: ${status}: ${responseBody.toString()}`);
    }
  } finally {
    connection.close();
  }
}

function send(connection: Connection, request: Buffer): Promise<ReceivedResponse> {
  return new Promise((resolve) => connection.send(request, resolve));
}
