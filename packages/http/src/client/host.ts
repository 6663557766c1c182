/** The host of a URL for sockets: IPv6 addresses without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}
