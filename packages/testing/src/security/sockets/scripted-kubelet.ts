import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { issueCertificate, makeAuthority } from "@svc/pki";

/** A kubelet that switches to any requested protocol, and then runs a script. */
export interface ScriptedKubelet extends AsyncDisposable {
  readonly port: number;
  /** PEM; the authority of its certificate. */
  readonly authority: string;
  /** Connections that switched protocols and are still open. */
  readonly open: () => number;
}

/** @param speak called with each connection that switched protocols */
export async function startScriptedKubelet(speak: (socket: Duplex) => void): Promise<ScriptedKubelet> {
  const life = { nowMs: Date.now(), days: 1 };
  const authority = await makeAuthority({ subject: { commonName: "kubelets" }, ...life });
  const { certificate, key } = await issueCertificate(authority, {
    subject: { commonName: "node" },
    usage: "server",
    hosts: ["127.0.0.1"],
    ...life,
  });
  const open = new Set<Duplex>();
  const server = createServer({ cert: certificate, key });
  server.on("upgrade", (request, socket: Duplex) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => undefined);
    const [version = ""] = String(request.headers["x-stream-protocol-version"] ?? "").split(",");
    const head = ["HTTP/1.1 101 Switching Protocols", "Connection: Upgrade", `Upgrade: ${request.headers.upgrade}`];
    socket.write(`${[...head, `X-Stream-Protocol-Version: ${version.trim()}`].join("\r\n")}\r\n\r\n`);
    speak(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    authority: authority.certificate,
    open: () => open.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
