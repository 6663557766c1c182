import { codeLengths, codes, endOfText } from "./huffman-code.ts";

/*
 * Decoding advances a state machine by half bytes. A state is an inner node of the code tree: 257
 * leaves have 256 inner nodes. The nodes on the path of the end-of-string symbol, which is all
 * ones, come first: the state after n ones is n.
 */

/** Upper bound of padding: less than a byte. */
const mostPadding = 7;
/** The shortest code, which bounds the decoded length. */
const shortestCode = 5;

const refused = -1;
/**
 * For each state and half byte: the next state in the lowest eight bits, the decoded byte in the
 * next eight, and above them a flag that there is one. Made at first use: it takes milliseconds.
 */
let steps: Int32Array | undefined;

/** Upper bound of decoded bytes, with one extra for a speculative write. */
export function mostDecoded(codedBytes: number): number {
  return Math.floor((codedBytes * 8) / shortestCode) + 1;
}

/**
 * Decodes `coded` from `from` up to `to` into `out`, which needs `mostDecoded` bytes.
 * @returns the number of bytes; -1 for a malformed string: one that contains the end-of-string
 * symbol, or has invalid or too much padding
 */
export function decodeHuffman(coded: Uint8Array, from: number, to: number, out: Uint8Array): number {
  steps ??= stepsOf(treeOf(codes, codeLengths));
  const table = steps;
  let state = 0;
  let length = 0;
  for (let at = from; at < to; at++) {
    const byte = coded[at]!;
    const high = table[(state << 4) | (byte >> 4)]!;
    if (high < 0) return refused;
    // Written speculatively, which is cheaper than a branch.
    out[length] = high >> 8;
    length += high >> 16;
    const low = table[((high & 0xff) << 4) | (byte & 15)]!;
    if (low < 0) return refused;
    out[length] = low >> 8;
    length += low >> 16;
    state = low & 0xff;
  }
  return state <= mostPadding ? length : refused;
}

/** Two entries per node, by the next bit: another node, -1 - symbol, or 0 for none yet. */
function treeOf(codesBySymbol: Uint32Array, lengths: Uint8Array): Int16Array {
  const tree = new Int16Array(2 * endOfText);
  let nodes = 1;
  for (let symbol = endOfText; symbol >= 0; symbol--) {
    const code = codesBySymbol[symbol]!;
    let node = 0;
    for (let bit = lengths[symbol]! - 1; bit > 0; bit--) {
      const branch = 2 * node + ((code >> bit) & 1);
      if (tree[branch] === 0) tree[branch] = nodes++;
      node = tree[branch]!;
    }
    tree[2 * node + (code & 1)] = -1 - symbol;
  }
  return tree;
}

function stepsOf(tree: Int16Array): Int32Array {
  const table = new Int32Array(endOfText * 16);
  for (let i = 0; i < table.length; i++) table[i] = stepOf(tree, i >> 4, i & 15);
  return table;
}

/** Half a byte ends no more than one code. */
function stepOf(tree: Int16Array, from: number, half: number): number {
  let node = from;
  let done = 0;
  for (let bit = 3; bit >= 0; bit--) {
    const next = tree[2 * node + ((half >> bit) & 1)]!;
    if (next === -1 - endOfText) return refused;
    if (next < 0) done = 0x10000 | ((-1 - next) << 8);
    node = next < 0 ? 0 : next;
  }
  return done | node;
}
