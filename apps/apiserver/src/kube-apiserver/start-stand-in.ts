import { mkdirSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { type StandIn, standInPath } from "./stand-in.ts";

interface StandInOptions extends StandIn {
  /** The URL to listen on: `http://host:port`. */
  readonly urls: readonly string[];
}

/**
 * Listens in place of etcd for programs that wait until etcd is healthy, and gives this project's
 * API server the directory for its objects.
 * @returns stops the stand-in
 * @throws {TypeError} for a URL that is not plain HTTP
 */
export async function startStandIn({ urls, ...standIn }: StandInOptions): Promise<() => Promise<void>> {
  const places = urls.map((text) => {
    const url = new URL(text);
    if (url.protocol !== "http:") throw new TypeError(`a stand-in for etcd listens on http:// only, not ${text}`);
    return { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port || "2379") };
  });
  mkdirSync(standIn.dataDir, { recursive: true, mode: 0o700 });
  const answers: ReadonlyMap<string, string> = new Map([
    ["/health", '{"health":"true","reason":""}'],
    ["/livez", "ok\n"],
    ["/readyz", "ok\n"],
    ["/version", '{"etcdserver":"3.5.0","etcdcluster":"3.5.0","storage":"3.5.0"}'],
    [standInPath, JSON.stringify(standIn)],
  ]);
  const respond: RequestListener = (request, response) => {
    const answer = answers.get((request.url ?? "").split("?")[0] ?? "");
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(answer ?? "404 page not found\n");
  };
  const servers = await Promise.all(places.map((place) => listen(createServer(respond), place)));
  return async () => {
    await Promise.all(
      servers.map((server) => {
        server.closeAllConnections();
        return new Promise((resolve) => server.close(resolve));
      }),
    );
  };
}

function listen(server: Server, place: { readonly host: string; readonly port: number }): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(place, () => resolve(server));
  });
}
