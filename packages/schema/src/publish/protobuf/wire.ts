/** Protobuf messages, as far as documents need them. */
export interface MessageWriter {
  text(number: number, value: string): void;
  /** Of booleans and whole numbers. */
  varint(number: number, value: number): void;
  double(number: number, value: number): void;
  message(number: number, write: (into: MessageWriter) => void): void;
}

/** The bytes of the message that `write` writes. */
export function messageBytes(write: (into: MessageWriter) => void): Uint8Array {
  return Buffer.concat(partsOf(write).parts);
}

interface Parts {
  readonly parts: Uint8Array[];
  length: number;
}

/** Lengths stand before what they measure, so that inner messages are made before they are put into outer ones. */
function partsOf(write: (into: MessageWriter) => void): Parts {
  const out: Parts = { parts: [], length: 0 };
  const add = (part: Uint8Array): void => {
    out.parts.push(part);
    out.length += part.length;
  };
  write({
    text(number, value) {
      const bytes = Buffer.from(value);
      add(head(number, 2, bytes.length));
      add(bytes);
    },
    varint(number, value) {
      add(Buffer.from([...varintBytes(number * 8), ...varintBytes(value)]));
    },
    double(number, value) {
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleLE(value);
      add(Buffer.from([...varintBytes(number * 8 + 1), ...bytes]));
    },
    message(number, writeInner) {
      const inner = partsOf(writeInner);
      add(head(number, 2, inner.length));
      for (const part of inner.parts) out.parts.push(part);
      out.length += inner.length;
    },
  });
  return out;
}

function head(number: number, wireType: number, length: number): Uint8Array {
  return Buffer.from([...varintBytes(number * 8 + wireType), ...varintBytes(length)]);
}

function varintBytes(value: number): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}
