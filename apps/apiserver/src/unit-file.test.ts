import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const unit = readFileSync(new URL("../deploy/svc-apiserver.service", import.meta.url), "utf8");

// The names of the certificate need `os.networkInterfaces()`, which throws without netlink sockets.
test("the unit of systemd allows the sockets that the server needs", () => {
  const families = /^RestrictAddressFamilies=(.+)$/m.exec(unit)?.[1]?.split(" ");
  expect(families).toEqual(["AF_INET", "AF_INET6", "AF_NETLINK", "AF_UNIX"]);
});
