/**
 * The protocols that a request of HTTP/1.1 offers to switch to; none without the option of its
 * connection. Source: RFC 9110, section 7.8.
 */
export function offeredProtocols(upgrade: string | undefined, connection: string | undefined): readonly string[] {
  if (upgrade === undefined || connection === undefined) return [];
  const options = connection.toLowerCase().split(",");
  if (!options.some((option) => option.trim() === "upgrade")) return [];
  return upgrade
    .split(",")
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol !== "");
}
