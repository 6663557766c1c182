import { quote } from "@svc/base";
import type { EtcdTls } from "./connection.ts";

/**
 * Validates addresses of members.
 * @throws {TypeError} for invalid ones
 */
export function checkEndpoints(endpoints: readonly string[], tls: EtcdTls): readonly string[] {
  if (endpoints.length === 0) throw new TypeError("endpoints must name at least one member of etcd");
  const origins = endpoints.map((endpoint) => {
    const url = URL.parse(endpoint);
    const plain = url !== null && url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
    if (!plain || (url.protocol !== "http:" && url.protocol !== "https:")) {
      throw new TypeError(`an endpoint is http://HOST:PORT or https://HOST:PORT, not ${quote(endpoint)}`);
    }
    return url.origin;
  });
  if ((tls.cert === undefined) !== (tls.key === undefined)) {
    throw new TypeError("a client certificate needs its key, and a key its certificate");
  }
  const wantsTls = tls.ca !== undefined || tls.cert !== undefined;
  if (wantsTls && origins.some((o) => o.startsWith("http:"))) {
    throw new TypeError("certificates are given, but an endpoint is not https");
  }
  return origins;
}
