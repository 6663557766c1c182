type ParsedSubject =
  | { readonly ok: true; readonly commonName: string; readonly organizations: readonly string[] }
  | { readonly ok: false; readonly message: string };

const block = /-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/;
const sequence = 0x30;
const set = 0x31;
const integer = 0x02;
const identifier = 0x06;
/** id-at-commonName, 2.5.4.3. */
const commonNameId = Buffer.from([0x55, 0x04, 0x03]);
/** id-at-organizationName, 2.5.4.10. */
const organizationId = Buffer.from([0x55, 0x04, 0x0a]);

/**
 * Reads the subject of a PKCS #10 certificate request. Source: RFC 2986, X.690.
 * @param pem PEM
 */
export function subjectOf(pem: string): ParsedSubject {
  const match = block.exec(pem);
  if (match?.[1] !== "CERTIFICATE REQUEST") return { ok: false, message: "PEM block type must be CERTIFICATE REQUEST" };
  const [request] = valuesOf(Buffer.from(match[2] ?? "", "base64"));
  const [info] = request?.tag === sequence ? valuesOf(request.content) : [];
  const [version, subject] = info?.tag === sequence ? valuesOf(info.content) : [];
  if (version?.tag !== integer || subject?.tag !== sequence)
    return { ok: false, message: "malformed certificate request" };
  let commonName = "";
  const organizations: string[] = [];
  for (const attributes of valuesOf(subject.content)) {
    if (attributes.tag !== set) return { ok: false, message: "malformed name in certificate request" };
    for (const attribute of valuesOf(attributes.content)) {
      const [id, value] = valuesOf(attribute.content);
      if (id?.tag !== identifier || value === undefined) continue;
      // The last of several names counts, as in certificate verification.
      if (id.content.equals(commonNameId)) commonName = textOf(value);
      if (id.content.equals(organizationId)) organizations.push(textOf(value));
    }
  }
  return { ok: true, commonName, organizations };
}

interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
}

/** The consecutive DER values in some bytes, up to the first that does not fit. */
function valuesOf(bytes: Buffer): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    if (lengthBytes > 4 || first === 0x80 || at + 2 + lengthBytes > bytes.length) break;
    const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
    const from = at + 2 + lengthBytes;
    if (from + length > bytes.length) break;
    values.push({ tag, content: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return values;
}

const bmpString = 0x1e;

/** Names are ASCII or UTF-8 in practice; BMPString is two bytes a character. */
function textOf({ tag, content }: DerValue): string {
  if (tag !== bmpString) return content.toString("utf8");
  return content.length % 2 === 0 ? Buffer.from(content).swap16().toString("utf16le") : "";
}
