import { X509Certificate } from "node:crypto";
import { pemBlocks } from "../certificates/pem.ts";

/**
 * The error of a bundle of certificates, in kube-apiserver's words; undefined for an empty bundle
 * and for one with at least one certificate that can be parsed.
 * @param bundle base64 of PEM
 */
export function caBundleProblem(bundle: string | undefined): string | undefined {
  if (bundle === undefined || bundle === "") return undefined;
  const blocks = pemBlocks(Buffer.from(bundle, "base64").toString("latin1"));
  const certificates = blocks.filter(({ type, hasHeaders }) => type === "CERTIFICATE" && !hasHeaders);
  if (certificates.some(({ bytes }) => isCertificate(bytes))) return undefined;
  const why =
    blocks.length === 0
      ? "unable to parse bytes as PEM block"
      : certificates.length === 0
        ? "no valid certificate authority data seen"
        : "failed to parse certificate: x509: malformed certificate";
  return `unable to load root certificates: ${why}`;
}

function isCertificate(bytes: Buffer): boolean {
  try {
    return new X509Certificate(bytes).raw.length > 0;
  } catch {
    return false; // what can't be parsed is no certificate
  }
}
