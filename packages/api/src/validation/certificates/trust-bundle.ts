import { dns1123Subdomain } from "@svc/meta";
import type { certificatesv1beta1 } from "@svc/types";
import { type Check, maxBytes } from "../common/check.ts";
import { immutable } from "../common/equal.ts";
import { type FieldPath, passes } from "../common/field-path.ts";
import { kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { parseCertificate } from "./parse-certificate.ts";
import { type PemBlock, pemBlocks } from "./pem.ts";
import { signerName } from "./signer-name.ts";

type Bundle = certificatesv1beta1.ClusterTrustBundle;

const maxBundleBytes = 1_048_576;
const withinSize = maxBytes(maxBundleBytes);

/** Bundles may be long: errors do not show them. */
const omitted = "<value omitted>";

export const trustBundle: KindValidation = kind<Bundle>({
  create: (object, at) => {
    checkNames(object, at);
    anchors(object.spec?.trustBundle ?? "", at.field("spec").field("trustBundle"));
  },
  update: (object, old, at) => {
    checkNames(object, at);
    const spec = at.field("spec");
    const bundle = object.spec?.trustBundle ?? "";
    if (bundle !== (old.spec?.trustBundle ?? "")) anchors(bundle, spec.field("trustBundle"));
    immutable(object.spec?.signerName, old.spec?.signerName, spec.field("signerName"));
  },
});

/** The name of a signer's bundle begins with the signer. */
function checkNames({ metadata, spec }: Bundle, at: FieldPath): void {
  const name = metadata?.name ?? "";
  const signer = spec?.signerName ?? "";
  const nameAt = at.field("metadata").field("name");
  const problem = nameProblem(name, signer);
  if (typeof problem === "string") nameAt.invalid(name, problem);
  else for (const each of problem) nameAt.invalid(name, each);
  if (signer !== "") signerName(signer, at.field("spec").field("signerName"));
}

function nameProblem(name: string, signer: string): string | readonly string[] {
  if (name === "") return [];
  if (signer === "")
    return name.includes(":")
      ? 'ClusterTrustBundle without signer name must not have ":" in its name'
      : dns1123Subdomain(name);
  const prefix = `${signer.replaceAll("/", ":")}:`;
  return name.startsWith(prefix)
    ? dns1123Subdomain(name.slice(prefix.length))
    : `ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`;
}

const anchors: Check<string> = (bundle, at) => {
  if (!passes(at, () => withinSize(bundle, at))) return;
  const blocks = pemBlocks(bundle);
  if (blocks.length === 0) at.invalid(omitted, "at least one trust anchor must be provided");
  const places = new Map<string, number[]>();
  for (const [i, block] of blocks.entries()) {
    const problem = anchorProblem(block);
    if (problem !== undefined) {
      at.invalid(omitted, `entry ${i} ${problem}`);
      continue;
    }
    const key = block.bytes.toString("base64");
    places.set(key, [...(places.get(key) ?? []), i]);
  }
  for (const indices of places.values())
    if (indices.length > 1) at.invalid(omitted, `duplicate trust anchor (indices [${indices.join(" ")}])`);
};

function anchorProblem({ type, hasHeaders, bytes }: PemBlock): string | undefined {
  if (type !== "CERTIFICATE") return `has bad block type: ${type}`;
  if (hasHeaders) return "has PEM block headers";
  const certificate = parseCertificate(bytes);
  if (certificate === undefined) return "does not parse as X.509";
  return certificate.ca ? undefined : "does not have the CA bit set";
}
