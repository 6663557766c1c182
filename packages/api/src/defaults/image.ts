const pathPart = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
const hostLabel = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
const host = `(?:${hostLabel}(?:\\.${hostLabel})*|\\[(?:[a-fA-F0-9:]+)\\])(?::[0-9]+)?`;
const digest = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";

/** `[host/]path[:tag][@digest]`: the host in any case, the path in lower case. */
const reference = new RegExp(`^((?:${host}/)?${pathPart}(?:/${pathPart})*)(?::([\\w][\\w.-]{0,127}))?(@${digest})?$`);
const maxNameLength = 255;
/** The default registry of images with its default path; its length counts. */
const impliedPrefix = "docker.io/library/";

/**
 * The default of `imagePullPolicy`: `Always` for the tag `latest` and for images without tag and
 * digest. A text that is not an image reference counts as having another tag.
 */
export function pullPolicyOf(image: unknown): "Always" | "IfNotPresent" {
  if (typeof image !== "string") return "IfNotPresent";
  const match = image.length > 1024 ? null : reference.exec(image);
  if (match === null) return "IfNotPresent";
  const [, name = "", tag, hash] = match;
  if (tag === undefined && hash !== undefined) return "IfNotPresent";
  if (tag !== undefined && tag !== "latest") return "IfNotPresent";
  return isName(name) ? "Always" : "IfNotPresent";
}

function isName(name: string): boolean {
  if (/^[a-f0-9]{64}$/.test(name)) return false;
  const implied = name.includes("/") ? 0 : impliedPrefix.length;
  return name.length + implied <= maxNameLength;
}
