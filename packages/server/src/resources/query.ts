import { appendAll, parseUnsigned } from "@svc/base";
import {
  badRequest,
  type Dialect,
  type FieldError,
  type FieldSelector,
  forbidden,
  invalid,
  invalidObject,
  type LabelSelector,
  notSupported,
  parseFieldSelector,
  parseLabelSelector,
  quote,
  required,
  tooLong,
} from "@svc/meta";
import { type Endpoint, type FieldValidation, resolveFieldSelector } from "@svc/registry";
import type { RequestedRevision } from "@svc/watch";
import { parseIntegerParameter } from "../request/integer-parameter.ts";
import { isTrue } from "../request/request-info.ts";

/** An integer parameter. @throws {StatusError} 400 */
export function integer(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const parsed = parseIntegerParameter(text);
  if (!parsed.ok) throw badRequest(parsed.message);
  return parsed.value;
}

export function boolean(query: URLSearchParams, name: string): boolean {
  return isTrue(query.get(name));
}

/** The parameters of a list, a watch, or the deletion of a collection. */
export interface ListQuery {
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
  readonly watch: boolean;
  readonly allowWatchBookmarks: boolean;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly timeoutSeconds: number | undefined;
  readonly limit: number | undefined;
  readonly continue: string;
  readonly sendInitialEvents: boolean | undefined;
}

/** @throws {StatusError} 400 for malformed parameters */
export function parseListQuery(query: URLSearchParams): ListQuery {
  const timeoutSeconds = integer(query, "timeoutSeconds");
  const limit = integer(query, "limit");
  const labels = parseLabelSelector(query.get("labelSelector") ?? "");
  if (!labels.ok) throw badRequest(labels.message);
  const fields = parseFieldSelector(query.get("fieldSelector") ?? "");
  if (!fields.ok) throw badRequest(fields.message);
  return {
    labels: labels.selector,
    fields: fields.selector,
    watch: boolean(query, "watch"),
    allowWatchBookmarks: boolean(query, "allowWatchBookmarks"),
    resourceVersion: query.get("resourceVersion") ?? "",
    resourceVersionMatch: query.get("resourceVersionMatch") ?? "",
    timeoutSeconds,
    limit: limit === undefined || limit <= 0 ? undefined : Math.min(limit, Number.MAX_SAFE_INTEGER),
    continue: query.get("continue") ?? "",
    sendInitialEvents: query.has("sendInitialEvents") ? boolean(query, "sendInitialEvents") : undefined,
  };
}

interface ListQueryRules {
  /** The group of the API's own types: `meta.<domain>`. */
  readonly metaGroup: string;
  readonly watchListEnabled: boolean;
}

const matches = ["Exact", "NotOlderThan"];

/** @throws {StatusError} 422 for contradictory parameters */
export function checkListQuery(list: ListQuery, rules: ListQueryRules): void {
  const errors = list.watch ? watchErrors(list, rules) : listErrors(list);
  if (errors.length > 0) throw invalidObject({ group: rules.metaGroup, kind: "ListOptions", name: "" }, errors);
}

function listErrors({
  resourceVersion,
  resourceVersionMatch: match,
  continue: token,
  sendInitialEvents,
}: ListQuery): FieldError[] {
  const errors: FieldError[] = [];
  if (match !== "") {
    if (resourceVersion === "")
      errors.push(
        forbidden("resourceVersionMatch", "resourceVersionMatch is forbidden unless resourceVersion is provided"),
      );
    if (token !== "")
      errors.push(forbidden("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided"));
    if (!matches.includes(match)) errors.push(notSupported("resourceVersionMatch", match, [...matches, ""]));
    if (match === "Exact" && resourceVersion === "0") {
      errors.push(
        forbidden("resourceVersionMatch", 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
      );
    }
  }
  if (sendInitialEvents !== undefined)
    errors.push(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  return errors;
}

function watchErrors(
  { resourceVersionMatch: match, sendInitialEvents, continue: token }: ListQuery,
  { watchListEnabled }: ListQueryRules,
): FieldError[] {
  const errors: FieldError[] = [];
  if (sendInitialEvents === undefined && match !== "") {
    errors.push(
      forbidden(
        "resourceVersionMatch",
        "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
      ),
    );
  }
  if (sendInitialEvents !== undefined && match !== "NotOlderThan") {
    errors.push(
      forbidden("resourceVersionMatch", "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"),
    );
  }
  if (sendInitialEvents !== undefined && !watchListEnabled) {
    errors.push(
      forbidden(
        "sendInitialEvents",
        "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled",
      ),
    );
  }
  if (match !== "" && match !== "NotOlderThan")
    errors.push(notSupported("resourceVersionMatch", match, ["NotOlderThan"]));
  if (match !== "" && token !== "")
    errors.push(forbidden("resourceVersionMatch", "resourceVersionMatch is forbidden when continue is provided"));
  return errors;
}

/** Parses a revision; errors have the messages of Go's number parser. */
export function parseRevision(
  text: string,
): { readonly ok: true; readonly revision: RequestedRevision } | { readonly ok: false; readonly why: string } {
  const parsed = parseUnsigned(text);
  if (!parsed.ok) return { ok: false, why: parsed.problem };
  const revision = Number(parsed.value);
  return { ok: true, revision: Number.isSafeInteger(revision) ? revision : parsed.value };
}

/** The message for a `resourceVersion` that is none. */
export function wrongVersion(resourceVersion: string, why: string): string {
  return `resourceVersion: Invalid value: ${quote(resourceVersion)}: ${why}`;
}

/** The parameters of a write. */
export interface WriteQuery {
  readonly dryRun: boolean;
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  readonly force: boolean;
}

const validations = ["", "Ignore", "Strict", "Warn"];
const maxFieldManagerBytes = 128;

const plainWrite: WriteQuery = { dryRun: false, fieldManager: "", fieldValidation: "Warn", force: false };

interface WriteQueryRules {
  readonly dialect: Dialect;
  readonly kind: "CreateOptions" | "UpdateOptions" | "PatchOptions";
  /** True for an apply. */
  readonly apply?: boolean;
}

/** @throws {StatusError} 422 for values that are not known */
export function parseWriteQuery(query: URLSearchParams, { dialect, kind, apply }: WriteQueryRules): WriteQuery {
  if (query.size === 0 && apply !== true) return plainWrite;
  const errors: FieldError[] = [];
  const manager = query.get("fieldManager") ?? "";
  const force = boolean(query, "force");
  if (kind === "PatchOptions") {
    if (apply === true) {
      if (manager === "") errors.push(required("fieldManager", "is required for apply patch"));
    } else if (query.has("force")) errors.push(forbidden("force", "may not be specified for non-apply patch"));
  }
  appendAll(errors, managerErrors(manager));
  const dryRun = dryRunOf(query.getAll("dryRun"), errors);
  const validation = query.get("fieldValidation") ?? "";
  if (!validations.includes(validation)) errors.push(notSupported("fieldValidation", validation, validations));
  if (errors.length > 0) throw invalidObject({ group: dialect.expand("meta.{api}"), kind, name: "" }, errors);
  return {
    dryRun,
    fieldManager: manager,
    fieldValidation: validation === "" ? "Warn" : (validation as FieldValidation),
    force,
  };
}

/** Names that are valid without further checks. */
const plainName = /^[ -~]{0,128}$/;

function managerErrors(manager: string): FieldError[] {
  if (plainName.test(manager)) return [];
  // Each error shows the whole name: of a long one, one is enough.
  if (Buffer.byteLength(manager) > maxFieldManagerBytes) return [tooLong("fieldManager", maxFieldManagerBytes)];
  const errors: FieldError[] = [];
  let at = 0;
  for (const char of manager) {
    if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char)) {
      const code = `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
      const what = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u.test(char) ? `${code} '${char}'` : code;
      errors.push(invalid("fieldManager", manager, `invalid character ${what} (at position ${at})`));
    }
    at += Buffer.byteLength(char);
  }
  return errors;
}

/** `All` is the only value. */
export function dryRunOf(values: readonly string[], errors: FieldError[]): boolean {
  if (values.length === 0) return false;
  if (values.some((v) => v !== "All")) {
    errors.push(notSupported("dryRun", values, ["All"]));
  }
  return true;
}

/**
 * The default field manager: the name of the client's program.
 * @param userAgent the header's bytes as latin1 text
 */
export function managerOf(fieldManager: string, userAgent: string | undefined): string {
  if (fieldManager !== "") return fieldManager;
  const sent = (userAgent ?? "").split("/", 1)[0] ?? "";
  if (plainName.test(sent)) return sent;
  const program = Buffer.from(sent, "latin1").toString("utf8");
  let out = "";
  for (const char of program) {
    if (Buffer.byteLength(out) + Buffer.byteLength(char) > maxFieldManagerBytes) break;
    if (/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char)) out += char;
  }
  return out;
}

/**
 * Refuses a selector with a field that the resource does not offer. Such an error comes before that
 * of a resource version or a continue token that cannot be read.
 * @throws {StatusError} 400
 */
export function checkFields(endpoint: Endpoint, fields: FieldSelector | undefined): void {
  if (fields) resolveFieldSelector(endpoint, fields);
}
