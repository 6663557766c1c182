import { aFunction, checkArgument, withMethods } from "@svc/base/check";
import { isWrite } from "../journal/recorded-request.ts";
import { requestTable } from "../journal/request-table.ts";
import type { TestServer } from "../start-test-server.ts";
import { changedKeys, stateOf } from "./state.ts";

const expectedServer = withMethods("a TestServer of @svc/testing", "fetch", "as", "tokenFor", "listen");

/**
 * Checks that an action changes nothing: calls `act` (restart the controller, touch an object, wait
 * for a resync), settles, and compares the stored objects. Events and leases are ignored.
 * @throws {Error} with the changed keys and the writes that changed them
 * @throws {TypeError} for a wrong argument
 */
export async function expectIdempotent(server: TestServer, act: () => Promise<void>): Promise<void> {
  checkArgument("expectIdempotent: server", server, expectedServer);
  checkArgument("expectIdempotent: act", act, aFunction);
  await server.settle();
  const before = await stateOf(server.storage);
  const { length } = server.journal.requests;
  await act();
  await server.settle();
  const changed = changedKeys(before, await stateOf(server.storage));
  if (changed.length === 0) return;
  const writes = server.journal.requests.slice(length).filter(isWrite);
  throw new Error(`doing it again changed ${changed.join(", ")}\n${requestTable(writes)}`);
}
