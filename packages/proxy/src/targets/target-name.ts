import { badRequest, quote } from "@svc/meta";

/** The target that a path names: `name`, `name:port` or `scheme:name:port`. */
export interface TargetName {
  /** As the path has it. */
  readonly text: string;
  readonly scheme: "" | "http" | "https";
  readonly name: string;
  /** A number, the name of a port, or empty. */
  readonly port: string;
}

/** @throws {StatusError} 400 */
export function parseTargetName(text: string, kind: string): TargetName {
  const segments = text.split(":");
  const [scheme = "", name = "", port = ""] = segments.length < 3 ? ["", ...segments] : segments;
  if (segments.length > 3 || name === "" || (scheme !== "" && scheme !== "http" && scheme !== "https"))
    throw badRequest(`invalid ${kind} request ${quote(text)}`);
  return { text, scheme, name, port };
}

/** A port that is given as a number; undefined for a name. */
export function portNumber(port: string): number | undefined {
  if (!/^\d{1,5}$/.test(port)) return undefined;
  const number = Number(port);
  return number <= 65_535 ? number : undefined;
}
