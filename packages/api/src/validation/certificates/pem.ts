/** A block of text between `-----BEGIN <type>-----` and `-----END <type>-----`. */
export interface PemBlock {
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Buffer;
}

const block = /^-----BEGIN ([^\n]*?)-----[ \t\r]*\n([\s\S]*?)^-----END \1-----[ \t\r]*$/gm;
const headerLines = /^(?:[^\n:]*:[^\n]*\n)+/;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * The blocks of a text in their order. What stands around them is passed over, and so are blocks
 * that are not base64.
 */
export function pemBlocks(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = [];
  for (const [, type = "", content = ""] of text.matchAll(block)) {
    const headers = headerLines.exec(content)?.[0] ?? "";
    const body = content.slice(headers.length).replace(/[ \t\r\n]/g, "");
    if (base64.test(body) && body.length % 4 === 0)
      blocks.push({ type, hasHeaders: headers !== "", bytes: Buffer.from(body, "base64") });
  }
  return blocks;
}
