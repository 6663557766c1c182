/** A block of text between `-----BEGIN <type>-----` and `-----END <type>-----`. */
export interface PemBlock {
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Buffer;
}

const boundary = /^-----(BEGIN|END) ([^\n]*)-----[ \t\r]*$/;
const headerLines = /^(?:[^\n:]*:[^\n]*\n)+/;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * The PEM blocks of a text, in order. Skips text around the blocks, blocks that are not base64, and
 * headers without an end. Takes time linear in the text.
 */
export function pemBlocks(text: string): readonly PemBlock[] {
  const lines = text.split("\n");
  const boundaries = lines.map((line) => boundary.exec(line));
  const ends = endsByType(boundaries);
  const blocks: PemBlock[] = [];
  for (let i = 0; i < lines.length; i++) {
    const [, word, type = ""] = boundaries[i] ?? [];
    if (word !== "BEGIN") continue;
    const candidates = ends.get(type) ?? [];
    while ((candidates.at(-1) ?? lines.length) < i) candidates.pop();
    const end = candidates.at(-1);
    if (end === undefined) continue;
    const block = blockOf(type, lines.slice(i + 1, end));
    if (block !== undefined) blocks.push(block);
    i = end;
  }
  return blocks;
}

/** The lines with which blocks of each type end, the first one last. */
function endsByType(boundaries: readonly (RegExpExecArray | null)[]): ReadonlyMap<string, number[]> {
  const ends = new Map<string, number[]>();
  for (let i = boundaries.length - 1; i >= 0; i--) {
    const [, word, type = ""] = boundaries[i] ?? [];
    if (word !== "END") continue;
    const lines = ends.get(type);
    if (lines === undefined) ends.set(type, [i]);
    else lines.push(i);
  }
  return ends;
}

function blockOf(type: string, lines: readonly string[]): PemBlock | undefined {
  const content = lines.map((line) => `${line}\n`).join("");
  const headers = headerLines.exec(content)?.[0] ?? "";
  const body = content.slice(headers.length).replace(/[ \t\r\n]/g, "");
  if (!base64.test(body) || body.length % 4 !== 0) return undefined;
  return { type, hasHeaders: headers !== "", bytes: Buffer.from(body, "base64") };
}
