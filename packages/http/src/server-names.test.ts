import { connect } from "node:tls";
import { issueCertificate, type KeyPair, makeAuthority } from "@svc/pki";
import { describe, expect, test } from "vitest";
import { listen, listenNode } from "./index.ts";

const nowMs = Date.now();
const authority = await makeAuthority({ subject: { commonName: "ca" }, nowMs, days: 1 });
const pair = (commonName: string): Promise<KeyPair> =>
  issueCertificate(authority, { subject: { commonName }, usage: "server", hosts: [commonName], nowMs, days: 1 });
const [own, exact, wildcard, later] = await Promise.all(["own", "exact", "wildcard", "later"].map(pair));

/** The common name of the certificate that a client gets. */
function servedTo(port: number, servername: string): Promise<string | readonly string[] | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", servername, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN);
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

describe.each([
  ["listen", listen],
  ["listenNode", listenNode],
] as const)("%s with certificates for server names", (_name, open) => {
  test("serves the certificate of the name, of its pattern, or its own", async () => {
    if (own === undefined || exact === undefined || wildcard === undefined || later === undefined) throw new Error();
    const named = [
      { names: ["*.example.com"], ...wildcard },
      { names: ["api.example.com"], ...exact },
      { names: ["API.example.com"], ...later },
    ];
    const listener = await open(() => ({ status: 200, headers: [], body: [] }), {
      port: 0,
      address: "127.0.0.1",
      tls: { ...own, named },
    });
    expect(await servedTo(listener.port, "api.example.com")).toBe("exact");
    expect(await servedTo(listener.port, "API.Example.com")).toBe("exact");
    expect(await servedTo(listener.port, "other.example.com")).toBe("wildcard");
    expect(await servedTo(listener.port, "a.b.example.com")).toBe("own");
    expect(await servedTo(listener.port, "wildcard")).toBe("wildcard");
    expect(await servedTo(listener.port, "own")).toBe("own");
    expect(await servedTo(listener.port, "example.org")).toBe("own");
    listener.renew({ ...own, named: [{ names: ["api.example.com"], ...later }] });
    expect(await servedTo(listener.port, "api.example.com")).toBe("later");
    expect(await servedTo(listener.port, "other.example.com")).toBe("own");
    await listener.close(0);
  });
});
