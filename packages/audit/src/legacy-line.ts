import { quote, trimEndOf } from "@svc/base";
import type { AuditEvent } from "./event.ts";

/** An event as one line of text, in the legacy format. */
export function legacyLine(event: AuditEvent): string {
  const { user, impersonatedUser: as, objectRef, sourceIPs = [], responseStatus } = event;
  const code = (responseStatus as { readonly code?: number } | undefined)?.code;
  const pairs: readonly (readonly [string, string])[] = [
    ["id", event.auditID],
    ["stage", event.stage],
    ["ip", sourceIPs[0] ?? "<unknown>"],
    ["method", event.verb],
    ["user", user.username ?? "<none>"],
    ["groups", user.groups === undefined ? "<none>" : list(user.groups)],
    ["as", as?.username ?? "<self>"],
    ["asgroups", as?.groups === undefined ? "<lookup>" : list(as.groups)],
    ["user-agent", event.userAgent ?? ""],
    ["namespace", objectRef?.namespace ?? "<none>"],
    ["uri", event.requestURI],
    ["response", code === undefined ? "<deferred>" : String(code)],
  ];
  const text = pairs.map(([key, value]) => `${key}=${quote(value)}`).join(" ");
  // Without the zeros at the end of the fraction, which is always there.
  const time = trimEndOf(trimEndOf(event.requestReceivedTimestamp.slice(0, -1), "0"), ".");
  return `${time}Z AUDIT: ${text}`;
}

function list(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(",");
}
