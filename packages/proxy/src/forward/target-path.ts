import { posix } from "node:path";
import { escapedPath, pathBytes } from "@svc/http/forward";
import type { RequestState } from "@svc/server";

/** The path of a request to a target. */
export interface TargetPath {
  /** The path of this server up to the target's, decoded, without a slash at its end. */
  readonly prefix: string;
  /** The target's path, encoded anew; empty where there is none. */
  readonly path: string;
  /** As it was sent, with its question mark. */
  readonly query: string;
}

/** Takes the path apart behind the subresource; the target's part is cleaned. */
export function targetPath({ info }: RequestState): TargetPath {
  const { target, belowNamespace } = info;
  const path = pathBytes(target);
  // `/api/v1`, the namespace, then the resource, its name and the subresource.
  const segments = belowNamespace ? 7 : 5;
  const prefix = new RegExp(`^(?:/+[^/]+){${segments}}`).exec(path)?.[0] ?? path;
  const rest = path.slice(prefix.length);
  const mark = target.indexOf("?");
  return {
    prefix,
    path: rest === "" ? "" : escapedPath(posix.normalize(rest)),
    query: mark < 0 || mark === target.length - 1 ? "" : target.slice(mark),
  };
}
