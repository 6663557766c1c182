import { openConnection } from "./connection.ts";
import type { ReceivedResponse } from "./response-reader.ts";
import { type RequestParts, requestBytes, type Target } from "./target.ts";

/** Sends one request over a connection of its own. */
export async function sendOnce(target: Target, request: RequestParts): Promise<ReceivedResponse> {
  return new Promise<ReceivedResponse>((resolve, reject) => {
    openConnection(target, { keepBytes: Number.POSITIVE_INFINITY, onLost: reject }).then((connection) => {
      connection.send(requestBytes(target, request), (response) => {
        connection.close();
        resolve(response);
      });
    }, reject);
  });
}

/** Sends a request, and accepts only the given statuses. @throws {Error} for another */
export async function sendSuccessfully(
  target: Target,
  request: RequestParts,
  statuses: readonly number[] = [200, 201, 409],
): Promise<ReceivedResponse> {
  const response = await sendOnce(target, request);
  if (statuses.includes(response.status)) return response;
  const { method, path } = request;
  throw new Error(`${method} ${path}: ${response.status}: ${response.body.toString().slice(0, 500)}`);
}
