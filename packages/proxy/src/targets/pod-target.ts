import { quote } from "@svc/base";
import { badRequest } from "@svc/meta";
import type { Pod } from "./objects.ts";
import type { Target } from "./target.ts";
import { portNumber, type TargetName } from "./target-name.ts";

/**
 * The target of a pod proxy: the requested port, or the first one of the pod's containers. @throws
 * {StatusError} 400
 */
export function podTarget({ spec = {}, status = {} }: Pod, { scheme, port }: TargetName): Target {
  const { podIP = "" } = status;
  if (podIP === "") throw badRequest("address not allowed");
  const first = (spec.containers ?? []).flatMap(({ ports = [] }) => ports.map((p) => p.containerPort ?? 0))[0];
  const number = port === "" ? first : portNumber(port);
  if (port !== "" && number === undefined) throw badRequest(`invalid port ${quote(port)}`);
  const usedScheme = scheme === "" ? "http" : scheme;
  return {
    scheme: usedScheme,
    host: podIP,
    port: number ?? (usedScheme === "https" ? 443 : 80),
    // Pods have no names that a certificate could have.
    tls: { insecureSkipVerify: true },
  };
}
