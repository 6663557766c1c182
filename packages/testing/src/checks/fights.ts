import { anObject, checkArgument, listOf } from "@svc/base/check";
import { isWrite, type RecordedRequest, targetOf } from "../journal/recorded-request.ts";
import { requestTable } from "../journal/request-table.ts";

/** The number of times that two users may overwrite each other before it counts as a fight. */
const maxTurns = 4;

const expectedRequests = listOf(anObject);

/**
 * Checks that no two users keep changing the same object in turns, as controllers do that each put
 * back what the other changed.
 * @throws {Error} with the writes of the first such object
 * @throws {TypeError} for a wrong argument
 */
export function expectNoFights(requests: readonly RecordedRequest[]): void {
  checkArgument("expectNoFights: requests", requests, expectedRequests);
  for (const writes of changesByObject(requests).values()) {
    let turns = 0;
    for (let i = 2; i < writes.length; i++) {
      const [first, second, third] = [writes[i - 2]!, writes[i - 1]!, writes[i]!];
      turns = first.user === third.user && first.user !== second.user ? turns + 1 : 0;
      if (turns < maxTurns) continue;
      const { user } = second;
      throw new Error(`${third.user} and ${user} change ${nameOf(third)} in turns\n${requestTable(writes)}`);
    }
  }
}

/** Writes that made a new version, by object. */
function changesByObject(requests: readonly RecordedRequest[]): ReadonlyMap<string, RecordedRequest[]> {
  const changes = new Map<string, RecordedRequest[]>();
  for (const request of requests) {
    if (!isWrite(request) || request.resourceVersion === undefined) continue;
    const key = nameOf({ ...request, subresource: "" });
    const list = changes.get(key);
    if (list === undefined) changes.set(key, [request]);
    else if (list.at(-1)?.resourceVersion !== request.resourceVersion) list.push(request);
  }
  return changes;
}

const nameOf = (request: RecordedRequest): string => `${targetOf(request)} ${request.namespace}/${request.name}`;
