import { describe, expect, it } from "vitest";
import { judgeKind } from "../testing/judge-kind.ts";
import { storedContainer } from "../testing/pods.ts";

/** A pod with one container. */
function container(fields: object): object {
  return { spec: { containers: [{ name: "c", image: "i", ...fields }] } };
}

describe("probes and hooks", () => {
  const judged = judgeKind({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web" },
    spec: {
      containers: [storedContainer],
      terminationGracePeriodSeconds: 5,
      dnsPolicy: "ClusterFirst",
      restartPolicy: "Always",
      schedulerName: "default-scheduler",
      securityContext: {},
      enableServiceLinks: true,
    },
  });

  it.each<[object, readonly string[]]>([
    [{ livenessProbe: {} }, ["spec.containers[0].livenessProbe: Required value: must specify a handler type"]],
    [
      { livenessProbe: { exec: { command: [] }, httpGet: { port: 80 }, tcpSocket: { port: "x_" } } },
      [
        "spec.containers[0].livenessProbe.exec.command: Required value",
        "spec.containers[0].livenessProbe.httpGet: Forbidden: may not specify more than 1 handler type",
        "spec.containers[0].livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type",
      ],
    ],
    [
      { livenessProbe: { httpGet: { path: "", port: 0, scheme: "x", httpHeaders: [{ name: "a b" }, { name: "" }] } } },
      [
        "spec.containers[0].livenessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive",
        'spec.containers[0].livenessProbe.httpGet.scheme: Unsupported value: "x": supported values: "HTTP", "HTTPS"',
        "spec.containers[0].livenessProbe.httpGet.httpHeaders: Invalid value: \"a b\": a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
        "spec.containers[0].livenessProbe.httpGet.httpHeaders: Invalid value: \"\": a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
      ],
    ],
    [
      { readinessProbe: { tcpSocket: { port: "a b" }, terminationGracePeriodSeconds: 1 } },
      [
        'spec.containers[0].readinessProbe.tcpSocket.port: Invalid value: "a b": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
        "spec.containers[0].readinessProbe.terminationGracePeriodSeconds: Invalid value: 1: must not be set for readinessProbes",
      ],
    ],
    [
      { startupProbe: { grpc: { port: 0 }, successThreshold: 2, terminationGracePeriodSeconds: 0 } },
      [
        "spec.containers[0].startupProbe.grpc.port: Invalid value: 0: must be between 1 and 65535, inclusive",
        "spec.containers[0].startupProbe.terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0",
        "spec.containers[0].startupProbe.successThreshold: Invalid value: 2: must be 1",
      ],
    ],
    [
      {
        livenessProbe: {
          tcpSocket: { port: 70000 },
          initialDelaySeconds: -1,
          timeoutSeconds: -1,
          periodSeconds: -1,
          successThreshold: -1,
          failureThreshold: -1,
        },
      },
      [
        "spec.containers[0].livenessProbe.tcpSocket.port: Invalid value: 70000: must be between 1 and 65535, inclusive",
        "spec.containers[0].livenessProbe.initialDelaySeconds: Invalid value: -1: must be greater than or equal to 0",
        "spec.containers[0].livenessProbe.timeoutSeconds: Invalid value: -1: must be greater than or equal to 0",
        "spec.containers[0].livenessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0",
        "spec.containers[0].livenessProbe.successThreshold: Invalid value: -1: must be greater than or equal to 0",
        "spec.containers[0].livenessProbe.failureThreshold: Invalid value: -1: must be greater than or equal to 0",
        "spec.containers[0].livenessProbe.successThreshold: Invalid value: -1: must be 1",
      ],
    ],
    [
      { lifecycle: { preStop: {}, postStart: { exec: { command: ["a"] }, sleep: { seconds: 1 } } } },
      [
        "spec.containers[0].lifecycle.postStart.sleep: Forbidden: may not specify more than 1 handler type",
        "spec.containers[0].lifecycle.preStop: Required value: must specify a handler type",
      ],
    ],
    [
      { lifecycle: { preStop: { sleep: { seconds: 6 } }, postStart: { sleep: { seconds: -1 } } } },
      [
        "spec.containers[0].lifecycle.postStart.sleep: Invalid value: -1: must be non-negative and less than terminationGracePeriodSeconds (5)",
        "spec.containers[0].lifecycle.preStop.sleep: Invalid value: 6: must be non-negative and less than terminationGracePeriodSeconds (5)",
      ],
    ],
    [
      { lifecycle: { preStop: { httpGet: { port: "" } } } },
      [
        'spec.containers[0].lifecycle.preStop.httpGet.port: Invalid value: "": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
        'spec.containers[0].lifecycle.preStop.httpGet.port: Invalid value: "": must contain at least one letter (a-z)',
      ],
    ],
  ])("is made of %j", (fields, errors) => {
    expect(judged.create(container(fields))).toEqual(errors);
  });
});
