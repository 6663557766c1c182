/**
 * What a process that is to be killed writes to a file, a line for each acknowledgement: the
 * writer, how many writes it has done, the revision, and the compacted revision that it last asked
 * for.
 */
export interface Acknowledgement {
  readonly writer: number;
  readonly count: number;
  readonly revision: number;
  readonly compacted: number;
}

export const writers = 64;

/**
 * Each writer writes a key of its own, whose value tells how many times; the next key is written,
 * and deleted, now and then.
 */
export const counterKey = (writer: number): string => `/counter/${writer}`;
export const flickerKey = (writer: number): string => `/flicker/${writer}`;

export function encodeAcknowledgement({ writer, count, revision, compacted }: Acknowledgement): string {
  return `${writer} ${count} ${revision} ${compacted}\n`;
}

/** Of whole lines only: the last one may have been cut off. */
export function decodeAcknowledgements(text: string): readonly Acknowledgement[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const [writer = 0, count = 0, revision = 0, compacted = 0] = line.split(" ").map(Number);
      return { writer, count, revision, compacted };
    });
}

/** The value of a counter: a line with the count, and something that makes it longer. */
export function counterValue(writer: number, count: number): Buffer {
  return Buffer.from(`${count}\n${`${writer}.${count} `.repeat((writer * 31 + count * 17) % 300)}`);
}

export function countOf(value: Uint8Array): number {
  return Number(Buffer.from(value).toString().split("\n", 1)[0]);
}
