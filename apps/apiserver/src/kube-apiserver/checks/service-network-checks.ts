import { isIP } from "node:net";
import { type Check, last, type Values, valueOrDefault } from "./check.ts";

interface Range {
  readonly text: string;
  readonly family: 4 | 6;
  /** The length of the addresses, in bits. */
  readonly bits: 32 | 128;
  readonly maskBits: number;
}

function parseRange(text: string): Range | undefined {
  const [, address = "", mask = ""] = /^([^/]*)\/(\d{1,3})$/.exec(text) ?? [];
  // Numbers of IPv4 addresses may begin with zeros.
  const family = isIP(address.includes(":") ? address : address.replace(/(^|\.)0+(?=\d)/g, "$1"));
  if (family !== 4 && family !== 6) return undefined;
  const bits = family === 4 ? 32 : 128;
  return Number(mask) <= bits ? { text, family, bits, maskBits: Number(mask) } : undefined;
}

function rangesOf(values: Values): readonly string[] {
  const text = last(values, "service-cluster-ip-range") ?? "";
  return text === "" ? [] : text.split(",");
}

const fewestAddressBits = 3;

/** Ends the start by itself: ranges of addresses that cannot be read, or are too small. */
export const unreadableRange: Check = (values) => {
  const [first, second] = rangesOf(values);
  if (first === undefined) return undefined;
  const primary = parseRange(first);
  if (primary === undefined) return "service-cluster-ip-range[0] is not a valid cidr";
  if (primary.bits - primary.maskBits < fewestAddressBits)
    return "error determining service IP ranges for primary service cidr: the service cluster IP range must be at least 8 IP addresses";
  return rangesOf(values).length === 2 && parseRange(second ?? "") === undefined
    ? "service-cluster-ip-range[1] is not an ip net"
    : undefined;
};

const mostAddressBits = 20;

function sizeProblem({ bits, maskBits }: Range, which: string): readonly string[] {
  return bits - maskBits > mostAddressBits
    ? [
        `specified --service-cluster-ip-range${which} is too large; for ${bits}-bit addresses, the mask must be >= ${bits - mostAddressBits}`,
      ]
    : [];
}

function rangeProblems(values: Values): readonly string[] {
  const texts = rangesOf(values);
  const [primary, secondary] = texts.map(parseRange);
  if (primary === undefined) return [];
  const address = last(values, "advertise-address") ?? "";
  return [
    ...(texts.length > 2 ? ["--service-cluster-ip-range must not contain more than two entries"] : []),
    ...sizeProblem(primary, ""),
    ...(secondary === undefined
      ? []
      : [
          ...(secondary.family === primary.family
            ? ["--service-cluster-ip-range[0] and --service-cluster-ip-range[1] must be of different IP family"]
            : []),
          ...sizeProblem(secondary, "[1]"),
        ]),
    ...(address === "" || isIP(address) === primary.family
      ? []
      : [`service IP family "${primary.text}" must match public address family "${address}"`]),
  ];
}

function nodePortProblems(values: Values): readonly string[] {
  const port = Number(valueOrDefault(values, "kubernetes-service-node-port"));
  const range = valueOrDefault(values, "service-node-port-range");
  const [low = 0, high = 0] = range.split("-").map(Number);
  return [
    ...(port < 0 || port > 65_535
      ? [
          `--kubernetes-service-node-port ${port} must be between 0 and 65535, inclusive. If 0, the Kubernetes master service will be of type ClusterIP`,
        ]
      : []),
    ...(port > 0 && (port < low || port > high)
      ? [`kubernetes service node port range ${range === "0-0" ? "" : range} doesn't contain ${port}`]
      : []),
  ];
}

/** Checks of addresses and ports of services, in the order of their messages. */
export const serviceNetworkChecks: readonly Check[] = [rangeProblems, nodePortProblems];
