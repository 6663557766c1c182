import {
  container,
  filled,
  type HostileBody,
  json,
  live,
  mapMeta,
  maps,
  meta,
  namespace,
  pods,
  widgetMeta,
  widgets,
} from "./body.ts";

const merge = "application/merge-patch+json";
const jsonPatch = "application/json-patch+json";
const apply = "application/apply-patch+yaml";
const definitions = "/apis/apiextensions.svc.io/v1/customresourcedefinitions";
const authorization = "/apis/authorization.svc.io/v1";
const things = "/apis/b.com/v1/namespaces/default/as";

const around = (text: string): { readonly before: string; readonly after: string } => {
  const [before = "", after = ""] = text.split("…");
  return { before, after };
};
const definition = (
  version: string,
  properties = `"spec":{"type":"object","properties":{"text":{"type":"string"}}}`,
): string =>
  `{"metadata":{"name":"as.b.com"},"spec":{"group":"b.com","scope":"Namespaced","names":{"plural":"as","singular":"a","kind":"A","listKind":"AList"},"versions":[{"name":"v1","served":true,"storage":true,${version}"schema":{"openAPIV3Schema":{"type":"object","properties":{${properties}}}}}]}}`;
const get = (name: string, path: string, more: Partial<HostileBody> = {}): HostileBody => ({
  name,
  method: "GET",
  path,
  ...more,
});

/** An entry of field ownership, of which each has its own manager and field. */
const entry = (i: number, operation = "Apply"): string =>
  `{"manager":"m${i}","operation":"${operation}","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:data":{"f:k${(i * 7_919) % 1_000_003}":{}}}}`;

const patternCount = 40;
const manyPatterns = Array.from(
  { length: patternCount },
  (_, i) => `"p${i}":{"type":"string","pattern":"^([a-z]{1,${i + 1}}\\\\.)+[a-z]${i}$"}`,
).join(",");

/**
 * Classes of requests that are unusual in one respect each, as from a client that looks for
 * expensive ones.
 */
export const strangers: readonly HostileBody[] = [
  json(
    "an object that 40 patterns judge",
    things,
    () =>
      `{"apiVersion":"b.com/v1","kind":"A",${meta},"spec":{${Array.from({ length: patternCount }, (_, i) => `"p${i}":"${"aaa.bbb.".repeat(9_000)}"`).join(",")}}}`,
    {
      first: json("the definition of 40 patterns", definitions, () =>
        definition("", `"spec":{"type":"object","properties":{${manyPatterns}}}`),
      ),
    },
  ),
  json(
    "a JSON patch that doubles a text",
    `${widgets}/live`,
    () => {
      const copies = Array.from(
        { length: 60 },
        (_, i) => `{"op":"copy","from":"/spec/free","path":"/spec/free/k${i}"}`,
      );
      return `[{"op":"add","path":"/spec/free","value":{"a":"${"x".repeat(2_000_000)}"}},${copies}]`;
    },
    { method: "PATCH", type: jsonPatch },
  ),
  json(
    "a JSON patch that tests a large value",
    `${widgets}/live`,
    () => {
      const value = `[${"0,".repeat(400_000)}0]`;
      return `[{"op":"add","path":"/spec/free","value":${value}},{"op":"copy","from":"/spec/free","path":"/spec/other"},${Array.from({ length: 9_000 }, () => `{"op":"move","from":"/spec/free","path":"/spec/free"}`)}]`;
    },
    { method: "PATCH", type: jsonPatch },
  ),
  json(
    "a JSON patch of one test of a large value, many times",
    `${maps}/live`,
    () =>
      `[{"op":"add","path":"/data","value":{${filled((i) => `"k${i}":"v"`, { values: 20_000 })}}},${Array.from({ length: 9_000 }, () => `{"op":"test","path":"/data","value":{}}`)}]`,
    { method: "PATCH", type: jsonPatch },
  ),
  json(
    "an apply that says who owns what",
    `${maps}/live?fieldManager=m&force=true`,
    () => filled(entry, around(`{${mapMeta},"metadata":{"name":"live","managedFields":[…]}}`)),
    { method: "PATCH", type: apply },
  ),
  json(
    "a merge patch of owners of fields",
    `${maps}/live`,
    () => filled((i) => entry(i, "Update"), around(`{"metadata":{"managedFields":[…]}}`)),
    { method: "PATCH", type: merge },
  ),
  json("ownership of fields in one deep set", maps, () => {
    const set = `${'{"f:a":'.repeat(90)}{${filled((i) => `"f:k${(i * 7_919) % 1_000_003}":{}`, { values: 90_000 })}}${"}".repeat(90)}`;
    return `{"metadata":{"name":"new","managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":${set}}]},"data":{"a":"c"}}`;
  }),
  json("ownership of values", maps, () =>
    filled(
      (i) => `"v:{\\"a\\":[${(i * 7_919) % 1_000_003},\\"é\\"]}":{}`,
      around(
        `{"metadata":{"name":"new","managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:metadata":{"f:finalizers":{…}}}}]},"data":{"a":"c"}}`,
      ),
    ),
  ),
  json(
    "an apply of ports in no order, with other letters",
    `${pods}/live?fieldManager=m&force=true`,
    () =>
      filled(
        (i) => `{"containerPort":${((i * 7_919) % 65_000) + 1},"protocol":"é${i % 7}"}`,
        around(`{"apiVersion":"v1","kind":"Pod",${live},"spec":{"containers":[{"name":"c","image":"i","ports":[…]}]}}`),
      ),
    { method: "PATCH", type: apply },
  ),
  json(
    "an apply of names of long texts that begin alike",
    `${widgets}/live?fieldManager=m&force=true`,
    () =>
      filled(
        (i) => `{"name":"😀${"a".repeat(900)}${(i * 7_919) % 1_000_003}"}`,
        around(`{${widgetMeta},${live},"spec":{"keyed":[…]}}`),
      ),
    { method: "PATCH", type: apply },
  ),
  json("labels of other letters that begin alike", maps, () =>
    filled(
      (i) => `"😀${"a".repeat(900)}${(i * 7_919) % 1_000_003}":"v"`,
      around(`{"metadata":{"name":"new","annotations":{…}}}`),
    ),
  ),
  json("a review of selectors of many values", `${authorization}/subjectaccessreviews`, () =>
    filled(
      (i) => `"v${i}"`,
      around(
        `{"spec":{"user":"u","resourceAttributes":{"verb":"list","resource":"pods","labelSelector":{"requirements":[{"key":"a","operator":"In","values":[…]}]}}}}`,
      ),
    ),
  ),
  json("a review of field selectors", `${authorization}/selfsubjectaccessreviews`, () =>
    filled(
      (i) => `{"key":"k${i}","operator":"In","values":["v"]}`,
      around(`{"spec":{"resourceAttributes":{"verb":"list","resource":"pods","fieldSelector":{"requirements":[…]}}}}`),
    ),
  ),
  json("a certificate request of groups", "/apis/certificates.svc.io/v1/certificatesigningrequests", () =>
    filled(
      (i) => `"g${i}"`,
      around(`{${meta},"spec":{"request":"YQ==","signerName":"a.b/c","usages":["client auth"],"groups":[…]}}`),
    ),
  ),
  json("a certificate request of usages", "/apis/certificates.svc.io/v1/certificatesigningrequests", () =>
    filled((i) => `"u${i}"`, around(`{${meta},"spec":{"request":"YQ==","signerName":"a.b/c","usages":[…]}}`)),
  ),
  json("a definition of many columns", definitions, () =>
    filled(
      (i) => `{"name":"c${i}","type":"string","jsonPath":".spec.text"}`,
      around(definition(`"additionalPrinterColumns":[…],`)),
    ),
  ),
  json("a definition of many selectable fields", definitions, () =>
    filled((i) => `{"jsonPath":".spec.f${i}"}`, around(definition(`"selectableFields":[…],`))),
  ),
  json("a definition of one selectable field, many times", definitions, () =>
    filled(() => `{"jsonPath":".spec.text"}`, around(definition(`"selectableFields":[…],`))),
  ),
  json("a definition of many versions", definitions, () =>
    filled(
      (i) => `{"name":"v${i + 1}","served":true,"storage":${i === 0},"schema":{"openAPIV3Schema":{"type":"object"}}}`,
      {
        ...around(
          `{"metadata":{"name":"as.b.com"},"spec":{"group":"b.com","scope":"Namespaced","names":{"plural":"as","singular":"a","kind":"A","listKind":"AList"},"versions":[…]}}`,
        ),
        values: 20_000,
      },
    ),
  ),
  json("a definition of many short names", definitions, () =>
    filled(
      (i) => `"s${i}"`,
      around(
        `{"metadata":{"name":"as.b.com"},"spec":{"group":"b.com","scope":"Namespaced","names":{"plural":"as","singular":"a","kind":"A","listKind":"AList","shortNames":[…],"categories":["all"]},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}}`,
      ),
    ),
  ),
  json(
    "a binding of a policy with many parameters' labels",
    "/apis/admissionregistration.svc.io/v1/validatingadmissionpolicybindings",
    () =>
      filled(
        (i) => `"k${i}":"v"`,
        around(
          `{${meta},"spec":{"policyName":"p","validationActions":["Deny"],"paramRef":{"parameterNotFoundAction":"Deny","selector":{"matchLabels":{…}}}}}`,
        ),
      ),
  ),
  json(
    "a table of many columns",
    `${things}`,
    () => `{"apiVersion":"b.com/v1","kind":"A",${meta},"spec":{"text":"${"a".repeat(2_900_000)}"}}`,
    {
      headers: { accept: "application/json;as=Table;v=v1;g=meta.svc.io" },
      first: json("a definition of 500 columns", definitions, () =>
        definition(
          `"additionalPrinterColumns":[${Array.from({ length: 500 }, (_, i) => `{"name":"c${i}","type":"string","jsonPath":"${i % 2 === 0 ? ".spec.text" : "..text"}"}`)}],`,
        ),
      ),
    },
  ),
  get(
    "a continue token of a long start",
    `${maps}?limit=1&continue=${Buffer.from(JSON.stringify({ v: "meta.svc.io/v1", rv: 1, start: "\u0000".repeat(6_000) })).toString("base64url")}`,
  ),
  get("a field manager as long as a head", `${maps}?fieldManager=${"%F0%9F%98%80".repeat(4_000)}`),
  get("many parameters of one name", `${maps}?${"labelSelector=a&".repeat(3_500)}watch=0`),
  get("headers of impersonated groups", maps, {
    headers: {
      "impersonate-user": "u",
      "impersonate-group": Array.from({ length: 9_000 }, (_, i) => `g${i}`).join(","),
    },
  }),
  json(
    "the deletion of a collection with many conditions",
    `${namespace}/configmaps?labelSelector=${encodeURIComponent(Array.from({ length: 5_000 }, (_, i) => `k${i} notin (a,b)`).join(",")).slice(0, 58_000)}`,
    () => `{"propagationPolicy":"Background"}`,
    { method: "DELETE" },
  ),
  json("a pod of claims in many volumes", pods, () =>
    filled(
      (i) => `{"name":"v${i}","projected":{"sources":[{"secret":{"name":"s${i}"}}]}}`,
      around(`{${meta},"spec":{${container},"volumes":[…]}}`),
    ),
  ),
];
