/**
 * Written to a file by a process that will be killed, one line per acknowledgement: the writer, the
 * number of its writes, the revision, and the compacted revision that it requested last.
 */
export interface Acknowledgement {
  readonly writer: number;
  readonly count: number;
  readonly revision: number;
  readonly compacted: number;
}

export const writers = 64;

/**
 * Each writer has its own key, whose value is the number of its writes; from time to time it writes
 * and deletes the next key.
 */
export const counterKey = (writer: number): string => `/counter/${writer}`;
export const flickerKey = (writer: number): string => `/flicker/${writer}`;

export function encodeAcknowledgement({ writer, count, revision, compacted }: Acknowledgement): string {
  return `${writer} ${count} ${revision} ${compacted}\n`;
}

/** Reads complete lines only: the last one may be truncated. */
export function decodeAcknowledgements(text: string): readonly Acknowledgement[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [writer = 0, count = 0, revision = 0, compacted = 0] = line.split(" ").map(Number);
      return { writer, count, revision, compacted };
    });
}

/** The value of a counter: a line with the count, and padding. */
export function counterValue(writer: number, count: number): Buffer {
  return Buffer.from(`${count}\n${`${writer}.${count} `.repeat((writer * 31 + count * 17) % 300)}`);
}

export function countOf(value: Uint8Array): number {
  return Number(Buffer.from(value).toString().split("\n", 1)[0]);
}
