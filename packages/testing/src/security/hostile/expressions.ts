import { container, filled, type HostileBody, json, labels, maps, meta } from "./body.ts";

const definitions = "/apis/apiextensions.svc.io/v1/customresourcedefinitions";
const things = "/apis/b.com/v1/namespaces/default/as";
const registration = "/apis/admissionregistration.svc.io/v1";
const policies = `${registration}/validatingadmissionpolicies`;

/** The definition of a type, of which the properties of `spec` are given. */
const definition = (properties: string, more = ""): string =>
  `{"metadata":{"name":"as.b.com"},"spec":{"group":"b.com","scope":"Namespaced","names":{"plural":"as","singular":"a","kind":"A","listKind":"AList"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{${properties}}${more}}}}}}]}}`;
const rules = (...expressions: readonly string[]): string =>
  `,"x-svc-validations":[${expressions.map((rule) => `{"rule":${JSON.stringify(rule)}}`)}]`;
const define = (name: string, body: () => string): HostileBody => json(name, definitions, body);
/** An object of a type whose definition was sent before. */
const thing = (name: string, defined: string, spec: () => string): HostileBody =>
  json(name, things, () => `{"apiVersion":"b.com/v1","kind":"A",${meta},"spec":{${spec()}}}`, {
    first: define(`the definition of ${name}`, () => defined),
  });

const text = '"text":{"type":"string"}';
const shortText = '"text":{"type":"string","maxLength":100000}';
/** Texts in which every place differs from others: an automaton needs a new state for each. */
function mixed(length: number, letters = "ab"): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return letters[(seed >>> 16) & 1];
  }).join("");
}
const manyStates = "(a|b)*a(a|b){900}[cd]";
const patterns: readonly (readonly [what: string, pattern: string, text: () => string])[] = [
  ["nested repetitions", "^(a+)+$", () => `${"a".repeat(2_900_000)}!`],
  ["many states", manyStates, () => mixed(2_900_000)],
  ["many states, ignoring case", "(?i)(k|s)*k(k|s){900}[!?]", () => mixed(2_900_000, "ks")],
  ["a counted choice", "(a?){1,1000}[xy]", () => "a".repeat(2_900_000)],
  ["classes of Unicode", "(\\pL|\\pN){1,900}[!?]", () => "é".repeat(1_400_000)],
  ["any characters, often", "(.*){200}[xy]", () => "a".repeat(2_900_000)],
  [
    "names of hosts",
    "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
    () => "a.".repeat(1_400_000),
  ],
];
const dear: readonly (readonly [what: string, rule: string])[] = [
  ["matches", `self.text.matches('${manyStates}')`],
  ["matches of its own text", "self.text.matches(self.text)"],
  ["find", "self.text.find('(a|b)*a(a|b){50}[cd]') == ''"],
  ["find of what looks ahead", "self.text.findAll('a(.*x)?').size() > 0"],
  ["findAll of letters", "self.text.findAll('[ab]').size() > 0"],
  ["split", "self.text.split('').size() > 0"],
  ["replace", "self.text.replace('a', 'bbbb').size() > 0"],
  ["lowerAscii", "self.text.lowerAscii() == self.text.upperAscii()"],
  ["a quantity", "quantity(self.text).isInteger()"],
  ["a list of characters", "self.text.split('').all(x, self.text.split('').exists(y, y == x))"],
  ["format", "'%s%s%s%s'.format([self.text, self.text, self.text, self.text]).size() > 0"],
  ["url", "url(self.text).getQuery().size() > 0"],
];

/** Texts with an error at their end, of the greatest length for which all errors are reported. */
const mistakes: readonly (readonly [what: string, expression: string])[] = [
  ["a bracket too many", `[${"1,".repeat(2_000)}1]]`],
  ["fields without an end", "a.".repeat(2_000)],
  ["conditions without an end", "a ? ".repeat(1_000)],
];

const propertyClasses: readonly (readonly [what: string, property: (i: number) => string])[] = [
  ["of texts", () => '{"type":"string"}'],
  ["of described texts", (i) => `{"type":"string","description":"${`words ${i} `.repeat(12)}"}`],
  ["of objects", () => '{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}'],
  ["of lists of maps", () => '{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"}}}}'],
  ["without a type", () => "{}"],
  ["of an unknown type", (i) => `{"type":"wrong${i}"}`],
  ["of lists without items", () => '{"type":"array"}'],
  ["with contradicting parts", () => '{"type":"string","properties":{"a":{}},"items":{},"uniqueItems":true}'],
  ["with wrong defaults", () => '{"type":"integer","default":"a"}'],
];

const policy = (spec: string, resource = "configmaps"): string =>
  `{"metadata":{"name":"p"},"spec":{"matchConstraints":{"resourceRules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE"],"resources":["${resource}"]}]},${spec}}}`;
const binding = (spec: string): HostileBody =>
  json(
    "a binding of a policy",
    `${registration}/validatingadmissionpolicybindings`,
    () => `{"metadata":{"name":"p"},"spec":{"policyName":"p","validationActions":["Deny","Audit"]}}`,
    { first: json("a policy", policies, () => policy(spec)) },
  );
const judged = (name: string, spec: string, body: () => string): HostileBody =>
  json(name, maps, body, { first: binding(spec) });

/** Definitions and policies of many expressions and patterns, and objects that they judge. */
export const expressions: readonly HostileBody[] = [
  define("a definition of many patterns", () =>
    filled((i) => `"p${i}":{"type":"string","pattern":"^a{1,${i % 1000}}[a-z]+${i}$"}`, {
      before: definition("…").split("…")[0] ?? "",
      after: definition("…").split("…")[1] ?? "",
    }),
  ),
  ...[
    ["repetitions", "[a-z]{1000}"],
    ["classes of Unicode", "[\\pL\\pN]"],
    ["classes that ignore case", "(?i)[\\x{80}-\\x{1e943}]"],
  ].flatMap(([what = "", piece = ""]) =>
    [1, 30, 1_000, 100_000].map((count) =>
      define(`a definition of a pattern of ${count} ${what}`, () =>
        definition(`"a":{"type":"string","pattern":${JSON.stringify(piece.repeat(count))}}`),
      ),
    ),
  ),
  define("a definition of many rules", () =>
    filled((i) => `{"rule":"self.text != 'a${i}'"}`, {
      before: definition(shortText, ',"x-svc-validations":[…]').split("…")[0] ?? "",
      after: definition(shortText, ',"x-svc-validations":[…]').split("…")[1] ?? "",
    }),
  ),
  ...mistakes.flatMap(([what, expression]) => [
    define(`a definition of many rules with ${what}`, () =>
      filled((i) => JSON.stringify({ rule: expression, message: `m${i}` }), {
        before: definition(shortText, ',"x-svc-validations":[…]').split("…")[0] ?? "",
        after: definition(shortText, ',"x-svc-validations":[…]').split("…")[1] ?? "",
      }),
    ),
    json(`a policy of many validations with ${what}`, policies, () =>
      filled((i) => JSON.stringify({ expression, message: `m${i}` }), {
        before: `{${meta},"spec":{"matchConstraints":{"resourceRules":[]},"validations":[`,
        after: "]}}",
      }),
    ),
    json(`webhooks of many conditions with ${what}`, `${registration}/validatingwebhookconfigurations`, () =>
      filled(
        (i) => `{"name":"a${i}.b.c","matchConditions":[{"name":"a","expression":${JSON.stringify(expression)}}]}`,
        {
          before: `{${meta},"webhooks":[`,
          after: "]}",
        },
      ),
    ),
  ]),
  define("a definition of many properties with a rule", () =>
    filled((i) => `"p${i}":{"type":"string","maxLength":9,"x-svc-validations":[{"rule":"self != 'a${i}'"}]}`, {
      before: definition("…").split("…")[0] ?? "",
      after: definition("…").split("…")[1] ?? "",
    }),
  ),
  define("a definition of many defaults", () =>
    filled((i) => `"p${i}":{"type":"string","default":"a","pattern":"^a${i}?$"}`, {
      before: definition("…").split("…")[0] ?? "",
      after: definition("…").split("…")[1] ?? "",
    }),
  ),
  ...propertyClasses.map(([what, property]) =>
    define(`a definition of properties ${what}`, () =>
      filled((i) => `"p${i}":${property(i)}`, {
        before: definition("…").split("…")[0] ?? "",
        after: definition("…").split("…")[1] ?? "",
      }),
    ),
  ),
  define("a definition of a long rule", () =>
    definition(shortText, rules(Array.from({ length: 9_000 }, (_, i) => `self.text != '${i}'`).join(" && "))),
  ),
  ...patterns.map(([what, pattern, value]) =>
    thing(
      `an object that a pattern of ${what} judges`,
      definition(`"text":{"type":"string","pattern":${JSON.stringify(pattern)}}`),
      () => `"text":${JSON.stringify(value())}`,
    ),
  ),
  ...dear.flatMap(([what, rule]) =>
    [
      [text, 2_900_000],
      [shortText, 90_000],
    ].map(([field, length]) =>
      thing(
        `an object of ${length} letters that ${what} judges`,
        definition(String(field), rules(rule)),
        () => `"text":"${mixed(Number(length))}"`,
      ),
    ),
  ),
  thing(
    "an object that 500 rules judge",
    definition(
      shortText,
      rules(...Array.from({ length: 500 }, (_, i) => `self.text.indexOf('${"ab".repeat(9)}${i}') < 0`)),
    ),
    () => `"text":"${mixed(90_000)}"`,
  ),
  thing(
    "an object whose items a rule judges",
    definition(
      `"list":{"type":"array","maxItems":100000,"items":{"type":"string","maxLength":20,"x-svc-validations":[{"rule":"self.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')"}]}}`,
    ),
    () => filled((i) => `"name-${i}"`, { before: '"list":[', after: "]" }),
  ),
  json("a policy of many audit annotations", policies, () =>
    filled((i) => `{"key":"k${i}","valueExpression":"'a${i}' + object.metadata.name"}`, {
      before: policy('"auditAnnotations":[…]').split("…")[0] ?? "",
      after: policy('"auditAnnotations":[…]').split("…")[1] ?? "",
    }),
  ),
  json("a policy of audit annotations of one key", policies, () =>
    filled(() => `{"key":"k","valueExpression":"'a'"}`, {
      before: policy('"auditAnnotations":[…]').split("…")[0] ?? "",
      after: policy('"auditAnnotations":[…]').split("…")[1] ?? "",
    }),
  ),
  json("a policy of long audit annotations", policies, () =>
    policy(
      `"auditAnnotations":[${Array.from({ length: 20 }, (_, i) => `{"key":"k${i}","valueExpression":"${"'a' + ".repeat(20_000)}'a'"}`)}]`,
    ),
  ),
  json("a policy of many match conditions", policies, () =>
    filled((i) => `{"name":"c${i}","expression":"object.metadata.name != 'a${i}'"}`, {
      before: policy('"validations":[{"expression":"true"}],"matchConditions":[…]').split("…")[0] ?? "",
      after: policy('"validations":[{"expression":"true"}],"matchConditions":[…]').split("…")[1] ?? "",
    }),
  ),
  json("a policy of many variables", policies, () =>
    filled((i) => `{"name":"v${i}","expression":"object.metadata.name + 'a${i}'"}`, {
      before: policy('"validations":[{"expression":"true"}],"variables":[…]').split("…")[0] ?? "",
      after: policy('"validations":[{"expression":"true"}],"variables":[…]').split("…")[1] ?? "",
    }),
  ),
  json("a policy of resources", policies, () =>
    filled((i) => `"r${i}"`, {
      before: policy('"validations":[{"expression":"true"}]', "…").split('"…"')[0] ?? "",
      after: policy('"validations":[{"expression":"true"}]', "…").split('"…"')[1] ?? "",
    }),
  ),
  judged(
    "an object that an audit annotation quotes",
    `"auditAnnotations":[${Array.from({ length: 20 }, (_, i) => `{"key":"k${i}","valueExpression":"object.data.text + '${i}'"}`)}]`,
    () => `{${meta},"data":{"text":"${mixed(2_000_000)}"}}`,
  ),
  judged(
    "an object that a message of a policy quotes",
    `"validations":[${Array.from({ length: 20 }, () => `{"expression":"false","messageExpression":"object.data.text"}`)}]`,
    () => `{${meta},"data":{"text":"${mixed(2_000_000)}"}}`,
  ),
  judged(
    "an object whose keys 500 policies' expressions judge",
    `"validations":[${Array.from({ length: 500 }, (_, i) => `{"expression":"object.data.all(k, k != 'a${i}')"}`)}]`,
    () => filled(labels, { before: `{${meta},"data":{`, after: "}}", values: 50_000 }),
  ),
  judged(
    "an object whose texts a policy matches",
    `"validations":[{"expression":"object.data.all(k, object.data[k].matches('${manyStates}'))"}]`,
    () => `{${meta},"data":{"a":"${mixed(500_000)}","b":"${mixed(400_000)}"}}`,
  ),
  json(
    "stateful sets of many claims",
    "/apis/apps/v1/namespaces/default/statefulsets/new?fieldManager=m&force=true",
    () =>
      filled(
        (i) =>
          `{"metadata":{"name":"c${i}"},"spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1"}}}}`,
        {
          before: `{"apiVersion":"apps/v1","kind":"StatefulSet",${meta},"spec":{"serviceName":"a","selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{${container}}},"volumeClaimTemplates":[`,
          after: "]}}",
        },
      ),
    { method: "PATCH", type: "application/apply-patch+yaml" },
  ),
];
