import type { Clock, Log } from "@svc/base";
import type { AnyObject, Client, Stored } from "@svc/client";
import { formatTime } from "@svc/meta";

/** Writes Events about objects. */
export interface EventRecorder {
  /**
   * Writes one Event. A failure is logged, and does not fail the caller.
   * @param event `reason` is a word such as `ScaledUp`; of `message` 1,024 characters are kept
   */
  record(
    about: Stored<AnyObject>,
    event: { readonly type: "Normal" | "Warning"; readonly reason: string; readonly message: string },
  ): Promise<void>;
}

interface RecorderOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly log: Log;
  /** The component that reports events. */
  readonly component: string;
}

/** Source: the API's validation of the message of an Event. */
const maxMessageLength = 1024;

export function createEventRecorder({ client, clock, log, component }: RecorderOptions): EventRecorder {
  return {
    record: async ({ apiVersion, kind, metadata }, { type, reason, message }) => {
      const { name, uid, resourceVersion } = metadata;
      // Events about objects without a namespace belong to the default one.
      const namespace = metadata.namespace ?? "default";
      const time = formatTime(clock.now());
      const events = client.resource<AnyObject>({
        group: "",
        version: "v1",
        resource: "events",
        kind: "Event",
        namespace,
      });
      const about = {
        apiVersion,
        kind,
        name,
        uid,
        resourceVersion,
        ...(metadata.namespace === undefined ? {} : { namespace }),
      };
      const event = {
        metadata: { generateName: `${name}.`, namespace },
        involvedObject: about,
        type,
        reason,
        message: message.slice(0, maxMessageLength),
        source: { component },
        reportingComponent: component,
        firstTimestamp: time,
        lastTimestamp: time,
        count: 1,
      };
      try {
        await events.create(event);
      } catch (error) {
        log.warn("an event could not be written", { component, reason, error: String(error) });
      }
    },
  };
}
