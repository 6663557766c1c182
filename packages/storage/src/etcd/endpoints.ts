import { quote } from "@svc/base";
import type { EtcdTls } from "./connection.ts";

const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Validates addresses of members, and returns their origins. An address without a scheme means
 * https where certificates are given, and http elsewhere. Paths are ignored.
 * @throws {TypeError} for invalid ones
 */
export function checkEndpoints(endpoints: readonly string[], tls: EtcdTls): readonly string[] {
  if (endpoints.length === 0) throw new TypeError("endpoints must name at least one member of etcd");
  const wantsTls = tls.ca !== undefined || tls.cert !== undefined;
  const origins = endpoints.map((endpoint) => {
    const url = URL.parse(scheme.test(endpoint) ? endpoint : `${wantsTls ? "https" : "http"}://${endpoint}`);
    const isPlain = url !== null && url.search === "" && url.hash === "" && url.username === "";
    if (!isPlain || (url.protocol !== "http:" && url.protocol !== "https:")) {
      throw new TypeError(`an endpoint is HOST:PORT, http://HOST:PORT or https://HOST:PORT, not ${quote(endpoint)}`);
    }
    return url.origin;
  });
  if ((tls.cert === undefined) !== (tls.key === undefined)) {
    throw new TypeError("a client certificate needs its key, and a key its certificate");
  }
  if (wantsTls && origins.some((o) => o.startsWith("http:"))) {
    throw new TypeError("certificates are given, but an endpoint is not https");
  }
  return origins;
}
