/**
 * A size of a terminal as kubelets read it: one object a line. Bytes that are no such size are
 * empty.
 * @param data `{"Width":80,"Height":24}` in UTF-8, as a client sends it
 */
export function terminalSize(data: Buffer): Buffer {
  const size = sizeOf(data);
  return Buffer.from(size === undefined ? "" : `${JSON.stringify(size)}\n`);
}

interface TerminalSize {
  readonly Width: number;
  readonly Height: number;
}

function sizeOf(data: Buffer): TerminalSize | undefined {
  let value: unknown;
  try {
    value = JSON.parse(data.toString("utf8"));
  } catch {
    return undefined; // the client's mistake: the terminal keeps its size
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const size = { Width: 0, Height: 0 };
  for (const [key, cells] of Object.entries(value)) {
    const field = /^width$/i.test(key) ? "Width" : /^height$/i.test(key) ? "Height" : undefined;
    if (field === undefined) continue;
    if (!Number.isInteger(cells) || cells < 0 || cells > maxCells) return undefined;
    size[field] = cells as number;
  }
  return size;
}

/** Cells of a line or a column have 16 bits. */
const maxCells = 0xffff;
