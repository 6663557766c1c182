import { silentLog } from "@svc/base";
import { type AnyObject, createClient, createFetchTransport, type Stored } from "@svc/client";
import { hasReason, kubernetesDialect } from "@svc/meta";
import { startTestServer, type TestServer, type TestServerOptions } from "@svc/testing";
import type { Controller } from "../control-loop/controller.ts";
import { type ControllersOptions, startControllers } from "../start-controllers.ts";

/** A server with controllers, whose clock advances only while a test waits. */
export interface Cluster extends AsyncDisposable {
  readonly server: TestServer;
  readonly client: TestServer["client"];
  /** Lets controllers run and time pass until a condition is true. */
  until(what: string, condition: () => boolean | Promise<boolean>): Promise<void>;
  /** Lets controllers run for a while, for tests in which nothing is expected to change. */
  settle(): Promise<void>;
  /** Starts a controller. @param fetch how it reaches the server. @default directly */
  run(controller: Controller, fetch?: TestServer["fetch"]): Promise<void>;
}

export type ClusterOptions = Pick<TestServerOptions, "dialect" | "resources"> &
  Pick<ControllersOptions, "rootCa" | "clusterInfo" | "secretToken" | "maxObjects">;

const maxTurns = 2000;
const stepMs = 50;

export async function startCluster(given: ClusterOptions = {}): Promise<Cluster> {
  const { dialect = kubernetesDialect, resources, ...options } = given;
  const server = await startTestServer({ dialect, ...(resources === undefined ? {} : { resources }) });
  const { client, clock } = server;
  const stop = new AbortController();
  const turn = async (): Promise<void> => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    clock.advance(stepMs);
  };
  const cluster: Cluster = {
    server,
    client,
    until: async (what, condition) => {
      for (let turns = 0; turns < maxTurns; turns++) {
        if (await condition()) return;
        await turn();
      }
      throw new Error(`it did not come about that ${what}`);
    },
    settle: async () => {
      for (let turns = 0; turns < 100; turns++) await turn();
    },
    run: async (controller, fetch = server.fetch) => {
      const { started } = startControllers({
        ...options,
        client: createClient({ transport: createFetchTransport(fetch), dialect, clock }),
        clock,
        log: silentLog,
        random: () => 0.5,
        controllers: [controller],
        signal: stop.signal,
      });
      let done = false;
      const end = started.finally(() => {
        done = true;
      });
      await cluster.until("the controllers have begun", () => done);
      await end;
    },
    [Symbol.asyncDispose]: async () => {
      stop.abort(new Error("the test is over"));
      await server[Symbol.asyncDispose]();
    },
  };
  return cluster;
}

/** True if the object does not exist. */
export async function isGone(get: Promise<unknown>): Promise<boolean> {
  try {
    await get;
    return false;
  } catch (error) {
    if (hasReason(error, "NotFound")) return true;
    throw error;
  }
}

/** A reference to an owner. */
export function ownedBy(
  owner: Stored<AnyObject>,
  more: { readonly blockOwnerDeletion?: boolean; readonly uid?: string } = {},
): { apiVersion: string; kind: string; name: string; uid: string } {
  const { apiVersion = "", kind = "", metadata } = owner;
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid, ...more };
}
