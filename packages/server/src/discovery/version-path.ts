import type { Dialect } from "@svc/meta";
import type { Negotiator } from "../encode/form.ts";
import { documentResponse } from "../encode/responses.ts";
import type { PathHandler } from "../request/handlers.ts";
import { methodNotServed, notServed } from "../request/route.ts";
import { versionInfo } from "./version.ts";

/** Makes the handler of `/version`. */
export function versionPath(deps: { readonly dialect: Dialect; readonly negotiator: Negotiator }): PathHandler {
  const version = versionInfo(deps.dialect.name);
  return ({ info, request }) => {
    if (!/^\/version\/*$/.test(info.path)) throw notServed();
    if (info.method !== "GET") throw methodNotServed();
    deps.negotiator.jsonForm(request);
    return documentResponse(200, version, { format: "json", pretty: true });
  };
}
