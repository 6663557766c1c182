/**
 * Objects judged and filled in a second: `node --conditions=svc-source
 * packages/schema/bench/validate.ts`
 */
import { kubernetesDialect } from "@svc/meta";
import { applyDeclaredDefaults, createValidator, fromOpenApi } from "@svc/schema";

const text = { type: "string" };
const container = {
  type: "object",
  required: ["name"],
  properties: {
    name: { ...text, maxLength: 63, pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$" },
    image: text,
    pull: { ...text, enum: ["Always", "Never", "IfNotPresent"], default: "IfNotPresent" },
    ports: { type: "array", items: { type: "integer", minimum: 1, maximum: 65_535 }, "x-kubernetes-list-type": "set" },
    env: { type: "object", additionalProperties: text },
  },
};
const schema = fromOpenApi(
  {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: {
          replicas: { type: "integer", minimum: 0, default: 1 },
          containers: {
            type: "array",
            items: container,
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["name"],
          },
        },
      },
    },
  },
  { dialect: kubernetesDialect },
);
const containers = Array.from({ length: 10 }, (_, i) => ({
  name: `container-${i}`,
  image: "registry.example.com/app:v1",
  ports: [80 + i, 8080 + i],
  env: { A: "1", B: "2", C: "3" },
}));
const object = { metadata: { name: "a" }, spec: { containers } };
applyDeclaredDefaults(schema, object);
const validator = createValidator(schema);

function perSecond(work: () => void): number {
  const end = performance.now() + 1000;
  let count = 0;
  while (performance.now() < end) {
    work();
    count++;
  }
  return count;
}

perSecond(() => validator.validate(object));
const rates = {
  validate: perSecond(() => validator.validate(object)),
  defaults: perSecond(() => applyDeclaredDefaults(schema, object)),
};
process.stdout.write(`${JSON.stringify(rates)}\n`);
