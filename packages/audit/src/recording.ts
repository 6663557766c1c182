import type { ApiObject } from "@svc/meta";
import type { AuditedRequest } from "./audited-request.ts";
import {
  type AuditEvent,
  type AuditObjectReference,
  auditTime,
  auditUser,
  objectReference,
  sortedMembers,
} from "./event.ts";
import { withoutManagedFields } from "./managed-fields.ts";
import type { AuditSettings } from "./match.ts";
import type { AuditStage } from "./policy.ts";
import { requestUri, sourceIps, utf8Header } from "./request-facts.ts";
import type { AuditTrail } from "./trail.ts";

interface RecordingOptions {
  readonly apiVersion: string;
  readonly settings: AuditSettings;
  readonly request: AuditedRequest["request"];
  /** Milliseconds since 1970. */
  readonly receivedMs: number;
}

/** The recorded part of a response. */
export interface RecordedResponse {
  readonly status: object;
  readonly object?: unknown;
}

/** The record of one request. */
export class Recording implements AuditTrail {
  readonly settings: AuditSettings;
  readonly receivedMs: number;
  readonly #options: RecordingOptions;
  /** Read at the start: a closed connection has no address. */
  readonly #sourceIps: readonly string[];
  readonly #annotations: Record<string, string> = {};
  #reference: AuditObjectReference | undefined;
  #sent: { readonly object: unknown } | undefined;

  constructor(options: RecordingOptions) {
    this.settings = options.settings;
    this.receivedMs = options.receivedMs;
    this.#options = options;
    this.#sourceIps = sourceIps(options.request);
  }

  annotate(key: string, value: string, from: "Metadata" | "Request" = "Metadata"): void {
    if (from === "Request" && this.settings.level === "Metadata") return;
    this.#annotations[key] = value;
  }

  sent(object: Pick<ApiObject, "metadata"> | undefined, encode: () => unknown): void {
    const { name, namespace, uid, resourceVersion } = object?.metadata ?? {};
    // The object changes later; the client's version is recorded.
    this.#reference = {
      ...(name === undefined ? {} : { name }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    };
    if (this.settings.level === "Metadata") return;
    this.#sent = { object: this.#shown(encode()) };
  }

  event(
    stage: AuditStage,
    state: AuditedRequest,
    at: { readonly ms: number; readonly response?: RecordedResponse },
  ): AuditEvent {
    const { apiVersion, receivedMs, settings } = this.#options;
    const { request, info, auditId, user, realUser } = state;
    const ips = this.#sourceIps;
    const userAgent = utf8Header(request, "user-agent");
    const objectRef = objectReference(info, this.#reference);
    const { response } = at;
    const showsResponse = settings.level === "RequestResponse" && response?.object !== undefined;
    return {
      kind: "Event",
      apiVersion,
      level: settings.level,
      auditID: auditId,
      stage,
      requestURI: requestUri(info.target),
      verb: info.verb,
      user: auditUser(realUser ?? user),
      ...(realUser === undefined ? {} : { impersonatedUser: auditUser(user) }),
      ...(ips.length === 0 ? {} : { sourceIPs: ips }),
      ...(userAgent === "" ? {} : { userAgent }),
      ...(objectRef === undefined ? {} : { objectRef }),
      ...(response === undefined ? {} : { responseStatus: response.status }),
      ...(this.#sent === undefined ? {} : { requestObject: this.#sent.object }),
      ...(showsResponse ? { responseObject: this.#shown(response.object) } : {}),
      requestReceivedTimestamp: auditTime(receivedMs),
      stageTimestamp: auditTime(at.ms),
      ...(Object.keys(this.#annotations).length === 0 ? {} : { annotations: sortedMembers(this.#annotations) }),
    };
  }

  #shown(object: unknown): unknown {
    return this.settings.omitManagedFields ? withoutManagedFields(object) : object;
  }
}
