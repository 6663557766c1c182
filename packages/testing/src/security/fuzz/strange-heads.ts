import type { Random } from "./random.ts";

const repeated = (count: number, piece: (i: number) => string, between = ","): string =>
  Array.from({ length: count }, (_, i) => piece(i)).join(between);
const encoded = encodeURIComponent;

/** A random number of repetitions. */
export const countOf = (random: Random): number => random.pick([1, 10, 300, 2_000]);

const selectorParts = [
  "k{} in (a,b)",
  "!k{}",
  "k{}",
  "k{}=v",
  "k{}>1",
  "k{} notin ()",
  "metadata.name!=v{}",
  "(",
  "in in (in)",
  "a=b=c",
  "k{},,",
  "\\,={}",
] as const;
const rubbish = ["%", "%%", "%zz", "%c0%ae", "%00", "%2525", "%ff", "&", "=", ";", "+", "&&a", "a[]=1", "=v"] as const;
const versions = [
  "",
  "0",
  "1",
  "01",
  "+1",
  "-1",
  "1e3",
  "0x1",
  "99999999999999999999",
  "18446744073709551615",
  " 1",
] as const;
const parameters = [
  "limit",
  "continue",
  "resourceVersion",
  "resourceVersionMatch",
  "watch",
  "timeoutSeconds",
  "sendInitialEvents",
  "allowWatchBookmarks",
  "labelSelector",
  "fieldSelector",
  "dryRun",
  "fieldManager",
  "fieldValidation",
  "pretty",
  "force",
] as const;

/** Contents of a continue token. */
function continueToken(random: Random): string {
  const start = random.pick([
    "default/a\u0000",
    "",
    "../../secrets/default/a",
    "default/../../",
    "x".repeat(3_000),
    "\u0000",
    "kube-system/a",
  ]);
  const rv = random.pick<unknown>([1, 0, -1, 1.5, "1", 2 ** 63, null, {}, []]);
  const token = random.pick<unknown>([
    { v: "meta.k8s.io/v1", rv, start },
    { v: "meta.k8s.io/v2", rv, start },
    { rv, start },
    null,
    [],
    "a",
    { v: "meta.k8s.io/v1", rv, start, more: "x".repeat(3_000) },
  ]);
  return Buffer.from(JSON.stringify(token)).toString(random.pick(["base64", "base64url", "hex"]));
}

/** Parameters of a kind that clients seldom send. */
export function strangeQuery(random: Random): string {
  switch (random.integer(6)) {
    case 0:
      return `${random.pick(["labelSelector", "fieldSelector"])}=${encoded(repeated(countOf(random), (i) => random.pick(selectorParts).replaceAll("{}", String(i))))}`.slice(
        0,
        50_000,
      );
    case 1:
      return repeated(countOf(random), (i) => `${random.pick(parameters)}=${random.pick(versions)}${i % 3}`, "&").slice(
        0,
        50_000,
      );
    case 2:
      return repeated(countOf(random), () => random.pick(rubbish), "").slice(0, 50_000);
    case 3:
      return `limit=${random.pick(["1", "0", "-1", "9999999999"])}&continue=${encoded(continueToken(random))}&resourceVersion=${random.pick(versions)}`;
    case 4:
      return `watch=${random.pick(["0", "1", "", "false"])}&watch=${random.pick(["0", "1", "true"])}&timeoutSeconds=1&resourceVersion=${encoded(random.pick(versions))}&sendInitialEvents=${random.pick(["true", "", "x"])}`;
    default:
      return `fieldManager=${encoded(random.pick(["", "a".repeat(128), "a".repeat(129), "\u0000", "\n", "é".repeat(64), "😀", "before-first-apply"]))}&fieldValidation=${random.pick(["Strict", "strict", ""])}`;
  }
}

/** Headers that are long, many, or forged. */
export function strangeHeaders(random: Random): Readonly<Record<string, string>> {
  const count = countOf(random);
  switch (random.integer(8)) {
    case 0:
      return {
        accept: repeated(count, (i) =>
          random.pick([
            `application/x${i};q=0.${i}`,
            "*/*;q=0",
            "application/json;as=Table",
            'application/json;as="Table;v=v1',
            "a/b;;;",
            ",",
            "application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io",
          ]),
        ).slice(0, 50_000),
      };
    case 1:
      return {
        "impersonate-user": random.pick([
          "alice",
          "system:admin",
          "system:serviceaccount:default:default",
          "system:serviceaccount::",
          "%",
          "",
        ]),
        "impersonate-group": repeated(count, (i) => random.pick([`g${i}`, "system:masters", ""])).slice(0, 50_000),
        "impersonate-uid": random.pick(["", "u"]),
      };
    case 2:
      return {
        "impersonate-user": "alice",
        ...Object.fromEntries(
          Array.from({ length: Math.min(count, 500) }, (_, i) => [
            `impersonate-extra-${random.pick(["k", "%2f", "%", "a%00", "scopes"])}${i}`.replace(
              /%(?![0-9a-f]{2})/g,
              "%25",
            ),
            random.pick(["v", "", "x".repeat(90)]),
          ]),
        ),
      };
    case 3:
      return {
        traceparent: random.pick([
          "00-",
          "00-" + "0".repeat(32) + "-" + "0".repeat(16) + "-00",
          "ff-" + "a".repeat(32) + "-" + "b".repeat(16) + "-01",
          "00-".repeat(count),
        ]),
        tracestate: repeated(count, (i) => `a${i}=b`).slice(0, 20_000),
        baggage: repeated(count, (i) => `k${i}=v`).slice(0, 20_000),
      };
    case 4:
      return {
        "accept-encoding": repeated(count, () =>
          random.pick(["gzip;q=0", "gzip;q=2", "br", "*;q=0.0001", "gzip, gzip"]),
        ).slice(0, 50_000),
      };
    case 5:
      return {
        authorization: random.pick([
          "Bearer",
          "Bearer ",
          `Bearer ${"a.".repeat(count)}`,
          `Basic ${"A".repeat(count)}`,
          "bearer a",
          "Bearer a, Bearer b",
          "Negotiate x",
        ]),
      };
    case 6:
      return {
        "x-forwarded-for": repeated(count, () => random.pick(["1.2.3.4", "::1", "", "x"])).slice(0, 50_000),
        "x-forwarded-proto": "javascript",
        forwarded: "for=unknown;".repeat(10),
        "x-remote-user": "admin",
        "x-remote-group": "system:masters",
      };
    default:
      return {
        "audit-id": random.pick(["a".repeat(count), "\t", "a,b"]),
        "user-agent": random.pick(["", "x".repeat(count * 10)]),
        range: "bytes=0-0",
        "if-none-match": "*",
        expect: "x",
        te: "trailers",
      };
  }
}
