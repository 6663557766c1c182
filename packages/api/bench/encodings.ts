// What it takes to bring a pod of 5 KB from each encoding to stored bytes, and to write it, beside JSON.parse and JSON.stringify of the
// same object: node --conditions=svc-source bench/encodings.ts
import { cborPrefix, createCodec, sealEnvelope, yamlOf } from "@svc/codec";
import { type ApiObject, formatApiVersion, kubernetesDialect } from "@svc/meta";
import type { WriteContext } from "@svc/schema";
import { core } from "../src/index.ts";
import { microsOf } from "./micros.ts";
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
  namespace: "default",
  warn: () => undefined,
};

const json = Buffer.from(JSON.stringify(pod));
const text = json.toString();
const root = { kind: "Pod", apiVersion: formatApiVersion(version) };
const { object: stored } = codec.parseJson(json).decode(version);
const message = sealEnvelope({ ...root, raw: codec.encodeMessage(stored, version) }, magic);
const cbor = Buffer.concat([cborPrefix, codec.cborOf(json, version)]);
const yaml = yamlOf(json);

const decode = {
  JSON: () => codec.parseJson(json).decode(version).object,
  protobuf: () => codec.parseProtobuf(message, magic).decode(version).object,
  CBOR: () => codec.parseCbor(cbor).decode(version).object,
  YAML: () => codec.parseYaml(yaml).decode(version).object,
};

function toStoredBytes(object: ApiObject): Buffer {
  version?.applyDefaults?.(object, context.gates);
  const errors = definition?.strategy?.validateCreate?.(object, context) ?? [];
  if (errors.length > 0) throw new TypeError("the pod is not valid");
  return codec.encodeStored(object, version as never, "Pod");
}

const cases: readonly (readonly [what: string, act: () => unknown])[] = [
  ["JSON.parse", () => JSON.parse(text)],
  ["JSON.stringify", () => JSON.stringify(pod)],
  ...Object.entries(decode).flatMap(([name, read]) => [
    [`${name}: decode`, read] as const,
    [`${name}: decode, default, validate, encode for the store`, () => toStoredBytes(read())] as const,
  ]),
  ["JSON: encode", () => codec.encodeJson(stored, version, root)],
  ["protobuf: encode", () => codec.encodeMessage(stored, version)],
  ["CBOR: encode, from JSON", () => codec.cborOf(json, version)],
  ["YAML: encode, from JSON", () => yamlOf(json)],
];

const figures = cases.map(([name, act]) => [name, microsOf(act)] as const);
const engine = figures.slice(0, 2).reduce((sum, [, micros]) => sum + micros, 0);
process.stdout.write(`${json.length} bytes of JSON, ${message.length} of protobuf, ${cbor.length} of CBOR\n`);
for (const [name, micros] of figures) {
  const ratio = (micros / engine).toFixed(2);
  process.stdout.write(
    `${name.padEnd(52)}${micros.toFixed(1).padStart(8)} µs ${ratio.padStart(8)} of parse + stringify\n`,
  );
}
