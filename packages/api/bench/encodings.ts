// The cost of decoding a pod of 5 KB from each encoding to stored bytes, and of writing it, beside
// JSON.parse and JSON.stringify of the same object, in turns: node --conditions=svc-source
// bench/encodings.ts

import { finishSteps } from "@svc/base";
import { type Body, cborPrefix, createCodec, sealEnvelope, yamlOf } from "@svc/codec";
import { type ApiObject, formatApiVersion, kubernetesDialect } from "@svc/meta";
import { validationErrors, type WriteContext } from "@svc/schema";
import { core } from "../src/index.ts";
import { actsInTurn, microsByTurns } from "./micros.ts";
import { pod } from "./web-pod.ts";

const definition = core()(kubernetesDialect).find(({ kind }) => kind === "Pod");
const version = definition?.versions[0];
if (definition === undefined || version === undefined) throw new TypeError("there are no pods");

const codec = createCodec();
const magic = kubernetesDialect.protobufMagic;
const context: WriteContext = {
  now: "2026-01-02T03:04:05Z",
  nowMs: 0,
  gates: { enabled: () => false },
  group: "",
  version: "v1",
  namespace: "default",
  warn: () => undefined,
};

const json = Buffer.from(JSON.stringify(pod));
const root = { kind: "Pod", apiVersion: formatApiVersion(version) };
const { object: stored } = codec.parseJson(json).decode(version);
const message = sealEnvelope({ ...root, raw: codec.encodeMessage(stored, version) }, magic);
const cbor = Buffer.concat([cborPrefix, codec.cborOf(json, version)]);
const yaml = yamlOf(json);

const encodings: Readonly<Record<string, { readonly parse: () => Body; readonly encode: () => unknown }>> = {
  JSON: { parse: () => codec.parseJson(json), encode: () => codec.encodeJson(stored, version, root) },
  protobuf: { parse: () => codec.parseProtobuf(message, magic), encode: () => codec.encodeMessage(stored, version) },
  // Answers in these are made of the JSON that is there.
  CBOR: { parse: () => codec.parseCbor(cbor), encode: () => codec.cborOf(json, version) },
  YAML: { parse: () => codec.parseYaml(yaml), encode: () => yamlOf(json) },
};

const engine = (): unknown => Buffer.from(JSON.stringify(JSON.parse(json.toString())));

/**
 * From one stage to the next a pod waits here: what each stage gets was made by the one before it
 * in the same turn.
 */
const pods: ApiObject[] = [];

const stages = (parse: () => Body): Readonly<Record<"decode" | "default" | "check" | "store", () => unknown>> => {
  const ring = { decode: 0, default: 0, check: 0, store: 0 };
  const next = (stage: keyof typeof ring): ApiObject => pods[ring[stage]++ % actsInTurn] as ApiObject;
  return {
    decode: () => {
      pods[ring.decode++ % actsInTurn] = parse().decode(version).object;
    },
    default: () => version.applyDefaults?.(next("default"), context.gates),
    check: () => {
      const errors = finishSteps(validationErrors(definition.strategy.validateCreate?.(next("check"), context)));
      if (errors.length > 0) throw new TypeError("the pod is not valid");
    },
    store: () => codec.encodeStored(next("store"), version, { kind: "Pod" }),
  };
};

process.stdout.write(`${json.length} bytes of JSON, ${message.length} of protobuf, ${cbor.length} of CBOR\n`);
process.stdout.write(
  "µs of:     engine   decode  default    check    store  = to stored bytes / engine    encode / engine\n",
);
for (const [name, { parse, encode }] of Object.entries(encodings)) {
  const { engine: beside, encode: written, ...parts } = microsByTurns({ engine, ...stages(parse), encode });
  const { decode, default: filled, check, store } = parts;
  const total = decode + filled + check + store;
  const columns = [beside, decode, filled, check, store, total].map((micros) => micros.toFixed(0).padStart(9));
  const ratios = `${(total / beside).toFixed(1).padStart(18)}${written.toFixed(0).padStart(10)}${(written / beside).toFixed(1).padStart(9)}`;
  process.stdout.write(`${name.padEnd(8)}${columns.join("")}${ratios}\n`);
}
