import { quote, truncateWithNotice } from "@svc/base";
import type { AnyObject } from "@svc/client";
import { formatApiVersion, formatTime } from "@svc/meta";
import type { OwnerReference } from "../control-loop/served-resources.ts";
import type { Collector } from "./collector.ts";
import type { Node } from "./node.ts";

interface Event extends AnyObject {
  readonly metadata?: NonNullable<AnyObject["metadata"]> & { readonly generateName?: string };
  readonly [field: string]: unknown;
}

/** Characters of an Event's message. Source: the API's validation of `note`. */
const maxMessage = 1024;
const component = "garbage-collector-controller";

/**
 * Creates an Event, once, for an owner reference that cannot be valid, to explain why objects are
 * kept or deleted.
 */
export async function reportMisplaced(collector: Collector, node: Node, owner: OwnerReference): Promise<void> {
  const { context, reported } = collector;
  const key = `${node.uid}/${owner.uid}`;
  if (reported.has(key)) return;
  reported.add(key);
  const { client, clock, log, signal } = context;
  // Events about cluster-scoped objects are in the default namespace.
  const namespace = node.namespace === "" ? "default" : node.namespace;
  const events = client.resource<Event>({ group: "", version: "v1", resource: "events", kind: "Event", namespace });
  try {
    await events.create(eventOf(node, owner, { namespace, time: formatTime(clock.now()) }), { signal });
  } catch (error) {
    log.debug("an event could not be written", { controller: component, error: String(error) });
  }
}

function eventOf(
  { resource, name, namespace: place, uid }: Node,
  { apiVersion, kind, name: owner, uid: ownerUid }: OwnerReference,
  { namespace, time }: { readonly namespace: string; readonly time: string },
): Event {
  const identity = `[${apiVersion}/${kind}, namespace: ${place}, name: ${owner}, uid: ${ownerUid}]`;
  return {
    metadata: { generateName: `${name}.`, namespace },
    involvedObject: {
      apiVersion: formatApiVersion(resource),
      kind: resource.kind,
      name,
      uid,
      ...(place === "" ? {} : { namespace: place }),
    },
    type: "Warning",
    reason: "OwnerRefInvalidNamespace",
    message: truncateWithNotice(`ownerRef ${identity} does not exist in namespace ${quote(place)}`, maxMessage),
    source: { component },
    reportingComponent: component,
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  };
}
