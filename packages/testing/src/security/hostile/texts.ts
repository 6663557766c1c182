import { filled, type HostileBody, json, live, maps, meta, namespace, pods, widgetMeta, widgets } from "./body.ts";

const length = 2_900_000;
const long = (piece: string, end = ""): string => piece.repeat(Math.floor(length / piece.length)) + end;
const base64 = (text: string): string => Buffer.from(text.slice(0, (length * 3) / 4)).toString("base64");

const requests = "/apis/certificates.svc.io/v1/certificatesigningrequests";
const hooks = "/apis/admissionregistration.svc.io/v1/validatingwebhookconfigurations";
const definitions = "/apis/apiextensions.svc.io/v1/customresourcedefinitions";

const signing = (pem: string): string =>
  `{${meta},"spec":{"signerName":"a.b/c","usages":["client auth"],"request":"${base64(pem)}"}}`;
const hook = (bundle: string): string =>
  `{${meta},"webhooks":[{"name":"a.b.c","sideEffects":"None","admissionReviewVersions":["v1"],"clientConfig":{"url":"https://a.b","caBundle":"${base64(bundle)}"}}]}`;
const pod = (spec: string): string =>
  `{${meta},"spec":{"containers":[{"name":"c","image":"i"${spec.startsWith(",") ? spec : ""}}]${spec.startsWith(",") ? "" : `,${spec}`}}}`;
const env = (source: string): string => pod(`,"env":[{"name":"A","valueFrom":{${source}}}]`);
const volume = (source: string): string => pod(`"volumes":[{"name":"v",${source}}]`);
const column = (path: string): string =>
  `{"metadata":{"name":"a.b.com"},"spec":{"group":"b.com","scope":"Namespaced","names":{"plural":"a","kind":"A"},"versions":[{"name":"v1","served":true,"storage":true,"additionalPrinterColumns":[{"name":"c","type":"string","jsonPath":${JSON.stringify(path)}}],"schema":{"openAPIV3Schema":{"type":"object"}}}]}}`;
const formatted = (format: string, value: string): string =>
  `{${widgetMeta},${meta},"spec":{"formats":{"${format}":${JSON.stringify(value)}}}}`;
const quantity = (text: string): string => pod(`,"resources":{"requests":{"cpu":"${text}"}}`);

/** Texts that are dear to match: of regular expressions, numbers, addresses and certificates. */
export const texts: readonly HostileBody[] = [
  json("a certificate request of beginnings", requests, () => signing(long("-----BEGIN A-----\n"))),
  json("a certificate request of beginnings without end", requests, () => signing(long("-----BEGIN \r"))),
  json("a certificate request of beginnings and an end", requests, () =>
    signing(`${long("-----BEGIN A-----\n").slice(0, 2_000_000)}-----END B-----\n`),
  ),
  json("a certificate request of empty blocks", requests, () => signing(long("-----BEGIN A-----\n-----END A-----\n"))),
  json("a certificate request of types of their own", requests, () =>
    signing(Array.from({ length: 80_000 }, (_, i) => `-----BEGIN ${i}-----\n`).join("")),
  ),
  json("a certificate request of headers", requests, () =>
    signing(
      `-----BEGIN CERTIFICATE REQUEST-----\n${long("a: b\n").slice(0, 2_000_000)}-----END CERTIFICATE REQUEST-----\n`,
    ),
  ),
  json("a certificate request of zeros", requests, () =>
    signing(
      `-----BEGIN CERTIFICATE REQUEST-----\n${long("MDAw").slice(0, 2_000_000)}\n-----END CERTIFICATE REQUEST-----\n`,
    ),
  ),
  json("a certificate request of nested sequences", requests, () => {
    const der = Buffer.alloc(1_200_000, Buffer.from([0x30, 0x80])).toString("base64");
    return signing(`-----BEGIN CERTIFICATE REQUEST-----\n${der}\n-----END CERTIFICATE REQUEST-----\n`);
  }),
  json("a bundle of beginnings", hooks, () => hook(long("-----BEGIN CERTIFICATE-----\n"))),
  json("a bundle of empty certificates", hooks, () =>
    hook(long("-----BEGIN CERTIFICATE-----\nMDAw\n-----END CERTIFICATE-----\n")),
  ),
  json("a field path of subscripts", pods, () => env(`"fieldRef":{"fieldPath":"${long("['", "'")}"}`)),
  json("a resource of dots", pods, () => env(`"resourceFieldRef":{"resource":"${long("limits.")}"}`)),
  json("an initiator of prefixes", pods, () =>
    volume(`"iscsi":{"targetPortal":"a","lun":1,"iqn":"${long("iqn.0000-00.q", "!")}"}`),
  ),
  json("a mount of slashes", pods, () =>
    pod(
      `,"volumeMounts":[{"name":"v","mountPath":"${long("/", "x")}"},{"name":"v","mountPath":"/${long("/", "y").slice(0, 10_000)}"}]`,
    ),
  ),
  json("an image of dots and dashes", pods, () => pod(`,"image":"${long("a.-", "!")}"`)),
  json("an image of hosts", pods, () => pod(`,"image":"${long("a.a", "/")}"`)),
  json("an image of separators", pods, () => pod(`,"image":"${long("a__a-")}:"`)),
  json("a quantity of digits", pods, () => quantity(long("9"))),
  json("a quantity of zeros behind a point", pods, () => quantity(`0.${long("0", "1")}`)),
  json("a quantity of a large power", pods, () => quantity(`1e${"9".repeat(15)}`)),
  json("a quantity of a long power", pods, () => quantity(`1e${long("9")}`)),
  json("quantities of digits", pods, () =>
    pod(`,"resources":{"requests":{${filled((i) => `"a.b/r${i}":"${"9".repeat(200)}"`, { values: 13_000 })}}}`),
  ),
  ...["duration", "date-time", "email", "uri", "hostname", "ipv4", "ipv6", "cidr", "mac", "creditcard", "isbn"].flatMap(
    (format) =>
      ["0", " ", "1.", "a.", "s000", "\t", ":", "a@", '"', "(", "%41", "-", "/"].map((piece) =>
        json(`${format} of ${JSON.stringify(piece)}`, widgets, () => formatted(format, long(piece, "µ"))),
      ),
  ),
  ...[190, 950].flatMap((max) =>
    ["1.s000", "0", "a@0\t", '"<'].map((piece) =>
      json(`short texts of ${JSON.stringify(piece)}, of ${max}`, widgets, () => {
        const value = piece.repeat(max / piece.length);
        const all = ["duration", "email", "hostname", "uri"].map(
          (format) => `"${format}":${JSON.stringify(`${value}µ`)}`,
        );
        return `{${widgetMeta},${meta},"spec":{"formats":{${all}}}}`;
      }),
    ),
  ),
  json(
    "a text that a pattern takes long to refuse",
    widgets,
    () => `{${widgetMeta},${meta},"spec":{"pattern":"${long("a", "!")}"}}`,
  ),
  json("values of a long enumeration", widgets, () =>
    filled((i) => `"kind${i % 6_000}"`, { before: `{${widgetMeta},${meta},"spec":{"kind":[`, after: "]}}" }),
  ),
  ...['[?(@.a=="b")]', "..", "[*]", "[1:2]", "['a','b']", "\t", "[?(@", "'<'", "0", "\\."].flatMap((piece) =>
    [60, 4_000].map((max) =>
      json(`a column of ${piece}, of ${max}`, definitions, () => column(`.${piece.repeat(max / piece.length)}`)),
    ),
  ),
  json("a column of a filter of blanks", definitions, () =>
    column(`.a[?(${"\t".repeat(1_000)}'<'${"\t".repeat(1_000)}>${"\t".repeat(1_000)}')]`),
  ),
  json("a generated name as long as a body", maps, () => `{"metadata":{"generateName":"${long("a-", "!")}"}}`),
  json("a namespace as long as a body", maps, () => `{"metadata":{"name":"a","namespace":"${long("a.")}"}}`),
  json("a version of digits", `${maps}/live`, () => `{"metadata":{"name":"live","resourceVersion":"${long("9")}"}}`, {
    method: "PUT",
  }),
  json("a uid as long as a body", `${maps}/live`, () => `{"metadata":{"name":"live","uid":"${long("9")}"}}`, {
    method: "PUT",
  }),
  json("a time of digits", maps, () => `{"metadata":{"name":"a","creationTimestamp":"${long("0")}"}}`),
  json("a type as long as a body", maps, () => `{"apiVersion":"${long("a/")}","kind":"ConfigMap",${live}}`),
  json("a kind as long as a body", maps, () => `{"apiVersion":"v1","kind":"${long("a/")}",${live}}`),
  json("escapes of a text", maps, () => `{${meta},"data":{"a":"${long("\\u0041")}"}}`),
  json("broken pairs of a text", maps, () => `{${meta},"data":{"a":"${long("\\ud800")}"}}`),
  json("base64 of blanks", `${namespace}/secrets`, () => `{${meta},"data":{"a":"${long(" ", "=")}"}}`),
  json("base64 of paddings", `${namespace}/secrets`, () => `{${meta},"data":{"a":"${long("=")}"}}`),
];
