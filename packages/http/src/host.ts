/** Characters of a host and a port. Source: RFC 3986, section 3.2.2. */
const hostAndPort = /^[A-Za-z0-9._~%!$&'()*+,;=:[\]-]*$/;

/**
 * True for a valid host with or without a port; an empty one is valid. Source: RFC 9112, section
 * 3.2.
 */
export function isHost(text: string): boolean {
  return hostAndPort.test(text);
}

/** The parts of an absolute target; undefined for others. Source: RFC 9112, section 3.2.2. */
export function absoluteTarget(target: string): { readonly host: string; readonly path: string } | undefined {
  const { host, path } = /^[A-Za-z]+:\/\/(?<host>[^/?#]+)(?<path>(?:[/?#].*)?)$/.exec(target)?.groups ?? {};
  return host === undefined || path === undefined || !isHost(host) ? undefined : { host, path };
}
