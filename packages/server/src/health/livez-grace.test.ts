import { singleUser } from "@svc/authn";
import { alwaysAllow } from "@svc/authz";
import { createManualClock } from "@svc/base";
import { createMemoryStorage } from "@svc/storage/memory";
import { expect, test } from "vitest";
import { createServer } from "../compose.ts";
import type { ServerExtension } from "../extension.ts";

const waiting: ServerExtension = {
  name: "waiting",
  postStart: () => [{ name: "waits", run: () => new Promise(() => undefined) }],
};

test("livez counts a step that is not finished only when the grace period of the start is over", async () => {
  const clock = createManualClock();
  const server = await createServer({
    resources: [],
    storage: createMemoryStorage({ clock }),
    clock,
    authenticator: singleUser({ name: "ann" }),
    authorizer: alwaysAllow,
    extensions: [waiting],
    limits: { livezGraceMs: 10_000 },
  });
  const statuses = async (): Promise<readonly number[]> =>
    Promise.all(
      ["livez", "readyz"].map(async (path) => (await server.fetch(new Request(`https://server/${path}`))).status),
    );
  expect(await statuses()).toEqual([200, 500]);
  clock.advance(9_999);
  expect(await statuses()).toEqual([200, 500]);
  clock.advance(1);
  expect(await statuses()).toEqual([500, 500]);
  await server.close();
});
