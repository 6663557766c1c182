import { isDeepStrictEqual } from "node:util";
import type { Dialect } from "@svc/meta";
import type { JsonObject } from "@svc/schema";
import type { Backends } from "../backends/backends.ts";
import { openApiHeaders } from "../backends/own-identity.ts";
import { jsonOf, membersOf, readBackend } from "../backends/read-backend.ts";
import type { ApiService } from "../registration/api-service.ts";
import { documentOfVersion } from "./document-of-version.ts";
import { openApiV3OfV2 } from "./openapi-v3-of-v2.ts";

/** The OpenAPI documents of one group version. */
export interface RemoteOpenApi {
  /** The paths of the version, with the definitions that they need. */
  readonly v2: JsonObject | undefined;
  /**
   * Where the document of the version is on the extension server, or the one that its v2 makes
   * where it has no v3; undefined where it has none at all.
   */
  readonly v3: string | JsonObject | undefined;
}

type ReadOptions = Omit<Parameters<typeof readBackend>[0], "path" | "headers" | "maxBytes" | "registration"> & {
  readonly backends: Backends;
  readonly dialect: Dialect;
  /** The last document, which is kept while the extension server does not respond. */
  readonly before: RemoteOpenApi | undefined;
};

const maxBytes = 64 * 1024 * 1024;

/** Reads the OpenAPI documents of a registration's group version. */
export async function readRemoteOpenApi(
  registration: ApiService,
  { dialect, before, ...options }: ReadOptions,
): Promise<RemoteOpenApi> {
  const { group = "", version = "" } = registration.spec ?? {};
  const headers = { ...openApiHeaders, accept: "application/json" };
  const get = async (path: string): Promise<unknown> => {
    try {
      return jsonOf(await readBackend({ ...options, registration, path, headers, maxBytes }));
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof Error)) throw error;
      return undefined; // why it can't be reached is in the registration's condition
    }
  };
  const [index, document] = await Promise.all([get("/openapi/v3"), get("/openapi/v2")]);
  return {
    v2: document === undefined ? before?.v2 : documentOfVersion(document, `/apis/${group}/${version}`),
    v3: index === undefined ? withoutV3(document, before) : urlOf(index, `apis/${group}/${version}`),
  };
}

function urlOf(index: unknown, path: string): string | undefined {
  const { serverRelativeURL: url } = membersOf(membersOf(membersOf(index)["paths"])[path]);
  return typeof url === "string" ? url : undefined;
}

/** An extension server that answers about v2 only has no v3; one that answers nothing is away. */
function withoutV3(document: unknown, before: RemoteOpenApi | undefined): RemoteOpenApi["v3"] {
  if (document === undefined || typeof before?.v3 === "string") return before?.v3;
  const converted = openApiV3OfV2(document);
  // An unchanged document stays the same object, whose encodings are cached.
  return isDeepStrictEqual(converted, before?.v3) ? before?.v3 : converted;
}
