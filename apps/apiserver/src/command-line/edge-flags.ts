import { compileRegex } from "@svc/base/regex";
import { type AddFlag, boolean, duration, integer } from "@svc/program";
import { InvalidArgumentError, type Option } from "commander";

/** Flags of responses to browsers, proxies and load balancers in front of the server. */
export interface EdgeFlags {
  /** Regular expressions of origins. */
  readonly corsAllowedOrigins: readonly string[];
  readonly strictTransportSecurityDirectives: readonly string[];
  readonly goawayChance: number;
  readonly disableHttp2Serving: boolean;
  readonly permitPortSharing: boolean;
  readonly externalHostname?: string;
  /** Milliseconds. */
  readonly livezGracePeriod: number;
  /** 0 for none. */
  readonly kubernetesServiceNodePort: number;
}

/** Adds the flags of the edge. */
export function addEdgeFlags(add: AddFlag): void {
  add(
    "--cors-allowed-origins <patterns>",
    "comma-separated regular expressions of the origins whose pages may use the server",
    (option) => parsedList(option, checkOrigin),
  );
  add(
    "--strict-transport-security-directives <list>",
    "comma-separated directives of HSTS that each response has: max-age=<seconds>, includeSubDomains, preload",
    (option) => parsedList(option, checkDirective),
  );
  add(
    "--goaway-chance <fraction>",
    "the fraction of HTTP/2 requests, up to 0.02, behind which the client has to connect anew, so that a balancer can move it",
    (option) => option.argParser(parseChance).default(0),
  );
  add("--disable-http2-serving [bool]", "serve HTTP/1.1 only", boolean(false));
  add(
    "--permit-port-sharing [bool]",
    "let other processes listen on the same port (SO_REUSEPORT; Linux)",
    boolean(false),
  );
  add("--external-hostname <name>", "host that discovery names as the server's (default: the one of the request)");
  add(
    "--livez-grace-period <duration>",
    "how long after the start /livez does not count steps of the start that are not finished",
    duration("0s"),
  );
  add(
    "--kubernetes-service-node-port <port>",
    "port on nodes of the service that is this server, when it is created; 0 for none",
    integer(0, 0, 65_535),
  );
}

function parsedList(option: Option, check: (item: string) => void): Option {
  const collect = (text: string, before: readonly string[]): readonly string[] => {
    const items = text.split(",").filter((item) => item !== "");
    for (const item of items) check(item);
    return [...before, ...items];
  };
  return option.argParser<readonly string[]>(collect).default([], "");
}

/**
 * An expression that matches a part of an origin only would let in others than meant. @throws
 * {InvalidArgumentError}
 */
function checkOrigin(pattern: string): void {
  const problem = originProblem(pattern);
  if (problem !== undefined) throw new InvalidArgumentError(problem);
}

/** The problem of an origin's pattern, with the message of kube-apiserver. */
export function originProblem(pattern: string): string | undefined {
  try {
    compileRegex(pattern);
  } catch (error) {
    return (error as Error).message;
  }
  const startsFirm = pattern.startsWith("^") || pattern.includes("//");
  const endsFirm = pattern.endsWith("$") || pattern.includes(":");
  return startsFirm && endsFirm
    ? undefined
    : "regular expression does not pin to start/end of host in the origin header";
}

function checkDirective(directive: string): void {
  if (!isDirective(directive))
    throw new InvalidArgumentError("It must be max-age=<seconds>, includeSubDomains or preload.");
}

/** Source: RFC 6797, section 6.1. */
export function isDirective(text: string): boolean {
  return text === "includeSubDomains" || text === "preload" || /^max-age=\d+$/.test(text);
}

const mostChance = 0.02;

function parseChance(text: string): number {
  const chance = Number(text);
  if (text.trim() === "" || !(chance >= 0 && chance <= mostChance))
    throw new InvalidArgumentError(`It must be a number from 0 to ${mostChance}.`);
  return chance;
}
