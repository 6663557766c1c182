import { trimEndOf } from "@svc/base";
import { byteLength, type Dialect, type DisplayValue, displayAs, qualifiedName } from "@svc/meta";
import type { corev1 as core } from "@svc/types";
import { type Check, isEmpty, members, named, text } from "../common/check.ts";
import { immutable, immutableMessage, same } from "../common/equal.ts";
import type { FieldPath } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";

const qualified = named(qualifiedName);

const maxBytes = 128;
const maxMessageBytes = 1024;

/** Names which group an event came through; objects are the same. */
type Path = "reportingComponent" | "reportingController";

export function event(dialect: Dialect): KindValidation {
  const own = dialect.expand("events.{api}");
  const { system } = dialect.namespaces;
  /** The requirements of both groups for events with a time of their own: reporter and reason. */
  const common = (value: core.Event, at: FieldPath): void => {
    const { group } = at.context;
    if (isEmpty(value.eventTime)) namespaceOfObject(value, at);
    else {
      const { namespace = "" } = value.metadata;
      if (isEmpty(value.involvedObject.namespace) && namespace !== "default" && namespace !== system)
        at.field("involvedObject").field("namespace").invalid("", mismatch);
      reporter(value, at, group === own ? "reportingController" : "reportingComponent");
    }
    if (group === own) series(value.series, at.field("series"));
  };
  return kind<core.Event>({
    create: (value, at) => {
      common(value, at);
      if (at.context.group === own) fresh(value, at);
    },
    update: (value, old, at) => {
      common(value, at);
      if (at.context.group === own) unchanged(value, old, at);
    },
  });
}

const mismatch = "does not match event.namespace";

function namespaceOfObject({ metadata: { namespace = "" }, involvedObject }: core.Event, at: FieldPath): void {
  const { namespace: of = "" } = involvedObject;
  const expected = of === "" && namespace === "default" ? "" : namespace;
  if (of !== expected) at.field("involvedObject").field("namespace").invalid(of, mismatch);
}

/** Long values are not shown. */
function atMost(max: number): Check<string> {
  return (value, at) => {
    if (byteLength(value) > max) at.invalid("", `can have at most ${max} characters`);
  };
}

const neededText: Check<string> = (value, at) => {
  if (value === "") at.required();
  atMost(maxBytes)(value, at);
};

const circumstances = members<core.Event>({
  reportingInstance: text(neededText),
  action: text(neededText),
  reason: text(neededText),
  message: atMost(maxMessageBytes),
});

function reporter(value: core.Event, at: FieldPath, path: Path): void {
  const { reportingComponent: name = "" } = value;
  if (name === "") at.field(path).required();
  qualified(name, at.field(path));
  circumstances(value, at);
}

function series(value: core.EventSeries | undefined, at: FieldPath): void {
  if (value === undefined) return;
  if ((value.count ?? 0) < 2) at.field("count").invalid("", "should be at least 2");
  if (isEmpty(value.lastObservedTime)) at.field("lastObservedTime").required();
}

/** The deprecated fields of events. */
const older = ["firstTimestamp", "lastTimestamp", "count", "source"] as const;

function fresh(value: core.Event, at: FieldPath): void {
  if (isEmpty(value.eventTime)) at.field("eventTime").required();
  const { type = "" } = value;
  if (type !== "Normal" && type !== "Warning") at.field("type").invalid("", `has invalid value: ${type}`);
  for (const field of older)
    if (!isEmpty(value[field]) && value[field] !== 0) at.field(field).invalid("", "needs to be unset");
}

/** Nothing of an event changes but how often it was seen. */
function unchanged(value: core.Event, old: core.Event, at: FieldPath): void {
  const fixed = (field: keyof core.Event, shown: unknown = value[field] ?? ""): void => {
    if (!same(value[field], old[field])) at.field(field).invalid(shown, immutableMessage);
  };
  fixed("involvedObject");
  fixed("reason");
  fixed("message");
  fixed("source", value.source ?? {});
  fixed("firstTimestamp", shownTime(value.firstTimestamp));
  fixed("lastTimestamp", shownTime(value.lastTimestamp));
  fixed("count", value.count ?? 0);
  fixed("reason");
  fixed("type");
  fixed("eventTime", shownTime(value.eventTime));
  fixed("action");
  fixed("related", value.related ?? "null");
  immutable(value.reportingComponent ?? "", old.reportingComponent, at.field("reportingController"));
  fixed("reportingInstance");
}

/** `2026-01-02 03:04:05.5 +0000 UTC`; a time that is not set is the beginning of all. */
function shownTime(time: string | null | undefined): DisplayValue {
  const text = isEmpty(time) ? "0001-01-01T00:00:00Z" : (time ?? "");
  const [date = "", clock = ""] = text.replace(/Z$/, "").split("T");
  const shown = clock.includes(".") ? trimEndOf(trimEndOf(clock, "0"), ".") : clock;
  return displayAs(`${date} ${shown} +0000 UTC`);
}
