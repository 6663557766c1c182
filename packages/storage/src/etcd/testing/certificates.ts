import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

export interface Certificates extends AsyncDisposable {
  readonly ca: Buffer;
  readonly client: { readonly cert: Buffer; readonly key: Buffer };
  readonly files: { readonly ca: string; readonly serverCert: string; readonly serverKey: string };
}

const run = promisify(execFile);

/**
 * An authority valid for an hour, with a server certificate for 127.0.0.1 and a client certificate,
 * made by `openssl`.
 */
export async function makeCertificates(): Promise<Certificates> {
  const dir = await mkdtemp(join(tmpdir(), "svc-certs-"));
  const path = (name: string): string => join(dir, name);
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

  async function sign(name: string, extensions: string): Promise<void> {
    await writeFile(path(`${name}.ext`), extensions);
    await run("openssl", [
      "req",
      ...newKey,
      "-keyout",
      path(`${name}.key`),
      "-out",
      path(`${name}.csr`),
      "-subj",
      `/CN=${name}`,
    ]);
    await run("openssl", [
      ...["x509", "-req", "-days", "1", "-in", path(`${name}.csr`), "-out", path(`${name}.crt`)],
      ...["-CA", path("ca.crt"), "-CAkey", path("ca.key"), "-CAcreateserial", "-extfile", path(`${name}.ext`)],
    ]);
  }

  await run("openssl", [
    "req",
    "-x509",
    "-days",
    "1",
    ...newKey,
    "-keyout",
    path("ca.key"),
    "-out",
    path("ca.crt"),
    "-subj",
    "/CN=ca",
  ]);
  // A member connects to itself with its own certificate.
  await sign("server", "subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n");
  await sign("client", "extendedKeyUsage=clientAuth\n");
  return {
    ca: await readFile(path("ca.crt")),
    client: { cert: await readFile(path("client.crt")), key: await readFile(path("client.key")) },
    files: { ca: path("ca.crt"), serverCert: path("server.crt"), serverKey: path("server.key") },
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true }),
  };
}
