import { silentLog, systemClock } from "@svc/base";
import { createCluster, type EtcdUser } from "../cluster.ts";
import { createMessage, type MessageWriter } from "../protobuf.ts";

const readAndWrite = 2;

/**
 * Turns authentication on, with an administrator, and a user with access to the keys below a
 * prefix.
 */
export async function enableAuth(
  endpoint: string,
  { user, prefix }: { readonly user: EtcdUser; readonly prefix: string },
): Promise<void> {
  const cluster = createCluster({
    ...{ endpoints: [endpoint], tls: {}, user: undefined, requestTimeoutMs: 10_000 },
    ...{ clock: systemClock, log: silentLog },
  });
  const call = (name: string, request: MessageWriter): Promise<Buffer> =>
    cluster.call(`/etcdserverpb.Auth/${name}`, request, { idempotent: false });
  const texts = (first: string, second: string): MessageWriter => createMessage().text(1, first).text(2, second);
  const end = Buffer.from(prefix);
  end[end.length - 1]! += 1;
  const permission = createMessage().int(1, readAndWrite).text(2, prefix).bytes(3, end);

  for (const { name, password } of [{ name: "root", password: "root" }, user]) {
    await call("UserAdd", texts(name, password));
    await call("RoleAdd", createMessage().text(1, name));
    await call("UserGrantRole", texts(name, name));
  }
  await call("RoleGrantPermission", createMessage().text(1, user.name).message(2, permission));
  await call("AuthEnable", createMessage());
  cluster.close();
}
