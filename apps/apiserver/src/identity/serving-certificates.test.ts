import { X509Certificate } from "node:crypto";
import { connect } from "node:tls";
import { createManualClock, silentLog } from "@svc/base";
import { issueCertificate, type KeyPair } from "@svc/pki";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openFolder, startServer, type TestFolder } from "../testing/running-server.ts";
import { loadServingCertificates } from "./serving-certificates.ts";

let folder: TestFolder;
beforeAll(async () => {
  folder = await openFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

function issue(commonName: string, hosts: readonly string[]): Promise<KeyPair> {
  const options = { subject: { commonName }, usage: "server", hosts, nowMs: Date.now(), days: 1 } as const;
  return issueCertificate(folder.authority, options);
}

async function writePair(name: string, { certificate, key }: KeyPair): Promise<readonly [string, string]> {
  return [await folder.write(`${name}.crt`, certificate), await folder.write(`${name}.key`, key)];
}

const commonNameOf = (certificate: string): string => new X509Certificate(certificate).subject;

function servedTo(port: number, servername: string): Promise<string | readonly string[] | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", servername, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN);
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

test("a running server has for each name the certificate of --tls-sni-cert-key, else its own", async () => {
  const [one, oneKey] = await writePair("one", await issue("one", ["one.example", "*.one.example"]));
  const [two, twoKey] = await writePair("two", await issue("two", ["two.example"]));
  const [three, threeKey] = await writePair("three", await issue("three.example", ["other-name.example"]));
  await using server = await startServer(
    folder,
    "names",
    `--tls-sni-cert-key=${one},${oneKey}`,
    `--tls-sni-cert-key=${two},${twoKey}:Explicit.example,*.wild.example`,
    `--tls-sni-cert-key=${three},${threeKey}`,
  );
  const port = Number(new URL(server.url).port);
  const names = [
    "one.example",
    "A.one.example",
    "a.b.one.example",
    "explicit.example",
    "x.wild.example",
    "two.example",
    "three.example",
    "other.example",
  ];
  expect(await Promise.all(names.map((name) => servedTo(port, name)))).toEqual([
    "one",
    "one",
    "svc-apiserver",
    "two",
    "two",
    "two",
    "three.example",
    "svc-apiserver",
  ]);
});

test("renewed files are used once certificate and key match", async () => {
  const clock = createManualClock();
  const [tlsCertFile, tlsPrivateKeyFile] = await writePair("own", await issue("own", ["own.example"]));
  const [certificate, key] = await writePair("named", await issue("named", ["named.example"]));
  const serving = await loadServingCertificates({
    flags: { tlsCertFile, tlsPrivateKeyFile, tlsSniCertKey: [`${certificate},${key}`] },
    own: folder.authority,
    clock,
    log: silentLog,
  });
  const received: string[] = [];
  serving.onChange(({ certificate: own, named = [] }) =>
    received.push(`${commonNameOf(own)} ${named.map(({ names }) => names.join()).join()}`),
  );
  /** Lets time pass until the files were read again. */
  const soon = (want: readonly string[]): Promise<void> =>
    vi.waitFor(() => {
      clock.advance(2_000);
      expect(received).toEqual(want);
    }, 60_000);
  const renewed = await issue("renewed", ["own.example"]);
  await folder.write("own.crt", renewed.certificate);
  await writePair("named", await issue("named", ["later.example"]));
  await soon(["CN=own named,later.example"]);
  await folder.write("own.key", renewed.key);
  await soon(["CN=own named,later.example", "CN=renewed named,later.example"]);
  serving.stop();
});

test.each([
  { flags: { tlsSniCertKey: ["a.crt"] }, message: "must be <certificate file>,<key file>[:<names>]" },
  { flags: { tlsSniCertKey: ["none.crt,none.key"] }, message: "--tls-sni-cert-key: ENOENT" },
])("$flags are refused at the start", async ({ flags, message }) => {
  const options = { flags, own: folder.authority, clock: createManualClock(), log: silentLog };
  await expect(loadServingCertificates(options)).rejects.toThrow(message);
});
