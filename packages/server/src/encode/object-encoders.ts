import { createObjectEncoder, type EncoderParts, type ObjectEncoder, type Served } from "./object-encoder.ts";

/** The encoder of each version of each resource, made when it is first asked for. */
export function objectEncoders(parts: EncoderParts): (served: Served) => ObjectEncoder {
  const encoders = new Map<Served["version"], ObjectEncoder>();
  return ({ definition, version }) => {
    let encoder = encoders.get(version);
    if (encoder === undefined) {
      encoder = createObjectEncoder(parts, { definition, version });
      encoders.set(version, encoder);
    }
    return encoder;
  };
}
