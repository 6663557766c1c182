const secretName = /token|secret|password|authorization|credential/i;

/** A path and query without the values of parameters that may be secrets. */
export function redactedTarget(target: string): string {
  const at = target.indexOf("?");
  if (at < 0) return target;
  const parameters = target.slice(at + 1).split("&");
  return `${target.slice(0, at)}?${parameters.map(redacted).join("&")}`;
}

function redacted(parameter: string): string {
  const at = parameter.indexOf("=");
  return at >= 0 && secretName.test(decoded(parameter.slice(0, at))) ? `${parameter.slice(0, at)}=REDACTED` : parameter;
}

/** A malformed encoding is tested as it is. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
