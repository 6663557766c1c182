import { quote } from "@svc/base";
import { type Dialect, pathSegment } from "@svc/meta";
import type { certificatesv1 } from "@svc/types";
import { type Check, each, isEmpty, members, named, needed, oneOf, text, unique } from "../common/check.ts";
import type { FieldPath } from "../common/field-path.ts";
import { type ChangeCheck, kind } from "../common/kind.ts";
import type { KindValidation } from "../common/kind-validation.ts";
import { shownBytes } from "../common/shown-bytes.ts";
import { parseCertificate } from "./parse-certificate.ts";
import { pemBlocks } from "./pem.ts";
import { requestProblem } from "./request-problem.ts";
import { signerName } from "./signer-name.ts";

type Request = certificatesv1.CertificateSigningRequest;
type Condition = certificatesv1.CertificateSigningRequestCondition;

const minSeconds = 600;
const usages: readonly string[] = [
  ...["any", "cert sign", "client auth", "code signing", "content commitment", "crl sign", "data encipherment"],
  ...["decipher only", "digital signature", "email protection", "encipher only", "ipsec end system", "ipsec tunnel"],
  ...["ipsec user", "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime"],
  ...["server auth", "signing", "timestamping"],
];

export function signingRequest(dialect: Dialect): KindValidation {
  const legacySigner = `${dialect.labelDomain}/legacy-unknown`;
  const spec = members<certificatesv1.CertificateSigningRequestSpec>({
    request: text(request),
    usages: needed((list, at) => {
      each<string>(oneOf(...usages))(list, at);
      unique<string>(
        (usage) => usage,
        (usage, item) => item.duplicate(usage),
      )(list, at);
    }),
    signerName: text((value, at) => {
      signerName(value, at);
      if (value === legacySigner) at.invalid(value, "the legacy signerName is not allowed via this API version");
    }),
    expirationSeconds: (value, at) => {
      if (value < minSeconds)
        at.invalid(value, `may not specify a duration less than ${minSeconds} seconds (10 minutes)`);
    },
  });
  return kind<Request>({
    create: (object, at) => {
      named(pathSegment)(object.metadata?.name ?? "", at.field("metadata").field("name"));
      spec(object.spec ?? noSpec, at.field("spec"));
    },
    subresources: {
      status: statusChange({ added: ["Approved", "Denied"] }),
      approval: statusChange({ added: [] }),
    },
  });
}

const noSpec: certificatesv1.CertificateSigningRequestSpec = { request: "", signerName: "" };

function request(value: string, at: FieldPath): void {
  const bytes = Buffer.from(value, "base64");
  const [first] = pemBlocks(bytes.toString("latin1"));
  const problem =
    first?.type === "CERTIFICATE REQUEST" ? requestProblem(first.bytes) : "PEM block type must be CERTIFICATE REQUEST";
  if (problem !== undefined) at.invalid(shownBytes(bytes), problem);
}

/** Conditions that end a request: they cannot be removed, and are never false. */
const final: readonly string[] = ["Approved", "Denied", "Failed"];

/** @param added which conditions the endpoint may not add */
function statusChange({ added }: { readonly added: readonly string[] }): ChangeCheck<Request> {
  return (object, old, at) => {
    const status = at.field("status");
    const conditionsAt = status.field("conditions");
    const conditions = object.status?.conditions ?? [];
    checkConditions(conditions, conditionsAt);
    checkCertificate(object.status?.certificate, status.field("certificate"));
    const [has, had] = [typesOf(object), typesOf(old)];
    for (const type of final)
      if (had.has(type) && !has.has(type))
        conditionsAt.forbidden(`updates may not remove a condition of type ${quote(type)}`);
    for (const type of added)
      if (has.has(type) && !had.has(type))
        conditionsAt.forbidden(`updates may not add a condition of type ${quote(type)}`);
    const before = old.status?.certificate;
    if (!isEmpty(before) && object.status?.certificate !== before)
      status.field("certificate").forbidden("updates may not modify existing certificate content");
  };
}

function typesOf({ status }: Request): ReadonlySet<string> {
  return new Set(status?.conditions?.map(({ type }) => type));
}

const anyStatus = oneOf("False", "True", "Unknown");
const onlyTrue = oneOf("True");

const condition: Check<Condition> = members<Condition>({ type: needed() });

function checkConditions(conditions: readonly Condition[], at: FieldPath): void {
  const seen = new Set<string>();
  for (const [i, value] of conditions.entries()) {
    const { type = "", status = "" } = value;
    const item = at.item(i);
    condition(value, item);
    if (status === "") item.field("status").required();
    else (final.includes(type) ? onlyTrue : anyStatus)(status, item.field("status"));
    const opposite = type === "Approved" ? "Denied" : "Approved";
    if ((type === "Approved" || type === "Denied") && seen.has(opposite))
      item.field("type").invalid(type, "Approved and Denied conditions are mutually exclusive");
    if (seen.has(type)) item.field("type").duplicate(type);
    seen.add(type);
  }
}

function checkCertificate(value: string | undefined, at: FieldPath): void {
  if (value === undefined || value === "") return;
  const problem = certificateProblem(Buffer.from(value, "base64").toString("latin1"));
  if (problem !== undefined) at.invalid("<certificate data>", problem);
}

function certificateProblem(pem: string): string | undefined {
  const blocks = pemBlocks(pem);
  if (blocks.length === 0) return "must contain at least one CERTIFICATE PEM block";
  for (const { type, hasHeaders, bytes } of blocks) {
    if (type !== "CERTIFICATE") return `only CERTIFICATE PEM blocks are allowed, found ${quote(type)}`;
    if (hasHeaders) return "no PEM block headers are permitted";
    if (parseCertificate(bytes) === undefined) return "x509: malformed certificate";
  }
  return undefined;
}
