/** An object that has only a name, in protobuf, with the given type in its envelope. */
export function protobufMessage(reported: {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}): Uint8Array<ArrayBuffer> {
  const type = Buffer.concat([field(1, Buffer.from(reported.apiVersion)), field(2, Buffer.from(reported.kind))]);
  const object = field(1, field(1, Buffer.from(reported.name)));
  return new Uint8Array(Buffer.concat([Buffer.from([0x6b, 0x38, 0x73, 0]), field(1, type), field(2, object)]));
}

/** A field of fewer than 128 bytes. */
function field(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
}
