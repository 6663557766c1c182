import { createManualClock, silentLog } from "@svc/base";
import { createClient, createFetchTransport } from "@svc/client";
import { svcDialect } from "@svc/meta";
import { StartupError } from "@svc/program";
import { describe, expect, test } from "vitest";
import { connect, waitForServer } from "./connect.ts";
import { parseFlags } from "./flags.ts";

const never = new AbortController().signal;
const served = (...groups: string[]) => ({
  kind: "APIGroupDiscoveryList",
  items: groups.map((name) => ({
    metadata: { name },
    versions: [{ version: "v1", resources: [{ resource: "leases" }] }],
  })),
});
const refused = (code: number, message: string): Response =>
  Response.json({ kind: "Status", code, message }, { status: code });

/** A server that answers all requests so, one after another; the last answer stays. */
function serverOf(...answers: (() => Response)[]) {
  let requested = 0;
  const transport = createFetchTransport(async () =>
    (answers[Math.min(requested++ >> 1, answers.length - 1)] as () => Response)(),
  );
  return createClient({ transport, dialect: svcDialect });
}

describe("a server", () => {
  test("that serves leases is accepted", async () => {
    await waitForServer(
      serverOf(() => Response.json(served("coordination.svc.io"))),
      never,
    );
  });

  test.each<[string, () => Response, string]>([
    [
      "has other groups",
      () => Response.json(served("coordination.k8s.io")),
      "the server has no coordination.svc.io: does it speak another --dialect than svc?",
    ],
    ["knows no such discovery", () => refused(406, "only others"), "does it speak another --dialect"],
    ["knows us not", () => refused(401, "Unauthorized"), "the server does not let us in: Unauthorized"],
    ["does not let us", () => refused(403, "no"), "the server does not let us in: no"],
  ])("that %s is refused immediately", async (_what, answer, message) => {
    await expect(waitForServer(serverOf(answer), never)).rejects.toThrow(StartupError);
    await expect(waitForServer(serverOf(answer), never)).rejects.toThrow(message);
  });

  test("that is only starting is waited for, but not forever", async () => {
    const clock = createManualClock();
    const advancing = {
      ...clock,
      after: (ms: number, done: () => void) => {
        const timer = clock.after(ms, done);
        clock.advance(ms);
        return timer;
      },
    };
    const starting = (): Response => refused(503, "starting");
    await waitForServer(
      serverOf(starting, starting, () => Response.json(served("coordination.svc.io"))),
      never,
      advancing,
    );
    await expect(waitForServer(serverOf(starting), never, advancing)).rejects.toThrow(
      "the server does not answer: starting",
    );
  });

  test("is not waited for when the program is to end", async () => {
    const reason = new Error("enough");
    await expect(
      waitForServer(
        serverOf(() => refused(503, "no")),
        AbortSignal.abort(reason),
      ),
    ).rejects.toBe(reason);
  });
});

test.each([
  [["--kubeconfig=/nowhere"], "/nowhere: there is no such file"],
  [
    [],
    "not in a cluster: SVC_SERVICE_HOST and SVC_SERVICE_PORT are not both set; outside of a cluster give --kubeconfig",
  ],
])("a connection by %j is refused with a remedy", async (args, message) => {
  await expect(connect(parseFlags(args), svcDialect, silentLog)).rejects.toThrow(message);
});
