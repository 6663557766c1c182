import { parseDate, parseTimestamp } from "./time.ts";
import { parseUrl } from "./url.ts";

/**
 * A format that strings are checked against. `regexSize` is the length of the pattern that its cost
 * is counted by.
 */
export interface NamedFormat {
  readonly name: string;
  readonly regexSize: number;
  /** The problems; empty for valid text. */
  readonly validate: (text: string) => readonly string[];
}

const labelPattern = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomainPattern = `${labelPattern}(\\.${labelPattern})*`;
const label1035Pattern = "[a-z]([-a-z0-9]*[a-z0-9])?";
const subdomainRegex = new RegExp(`^${subdomainPattern}$`);
const namePattern = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const labelValuePattern = `(${namePattern})?`;

const ends = "and must start and end with an alphanumeric character";

/** A sentence about a pattern with examples of what fits it. */
function explain(sentence: string, pattern: string, ...examples: readonly string[]): string {
  const shown = examples.map((x) => `'${x}'`).join(",  or ");
  return `${sentence} (e.g. ${shown}, regex used for validation is '${pattern}')`;
}

const label = explain(
  `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${ends}`,
  labelPattern,
  "my-name",
  "123-abc",
);
const subdomain = explain(
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${ends}`,
  subdomainPattern,
  "example.com",
);
const label1035 = explain(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  label1035Pattern,
  "my-name",
  "abc-123",
);
const nameRule = `must consist of alphanumeric characters, '-', '_' or '.', ${ends}`;
const nameExamples = ["MyName", "my.name", "123-abc"] as const;
const labelValue = explain(
  `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${ends}`,
  labelValuePattern,
  "MyValue",
  "my_value",
  "12345",
);

function byPattern(pattern: string, message: string, maxLength: number): (text: string) => readonly string[] {
  const regex = new RegExp(`^${pattern}$`);
  return (text) => {
    const tooLong = text.length > maxLength;
    const problems = tooLong ? [`must be no more than ${maxLength} characters`] : [];
    // A text that is too long for the pattern is not tried on it.
    if (text.length > 4096 || !regex.test(text)) problems.push(message);
    return problems;
  };
}

/** Accepts an incomplete name: a final dash and the text before it are not validated. */
function asPrefix(validate: (text: string) => readonly string[]): (text: string) => readonly string[] {
  return (text) => validate(text.length > 1 && text.endsWith("-") ? `${text.slice(0, -2)}a` : text);
}

const ofLabel = byPattern(labelPattern, label, 63);
const validateSubdomain = byPattern(subdomainPattern, subdomain, 253);
/** For several labels that are joined by dots only the dots are reported. */
const validateLabel = (text: string): readonly string[] => {
  const problems = ofLabel(text);
  const onlyDots = problems.at(-1) === label && text.length <= 4096 && subdomainRegex.test(text);
  return onlyDots ? [...problems.slice(0, -1), "must not contain dots"] : problems;
};
const validate1035 = byPattern(label1035Pattern, label1035, 63);

const validateName = (text: string): readonly string[] => {
  const parts = text.split("/");
  if (parts.length > 2) {
    const rule = explain(`a qualified name ${nameRule}`, namePattern, ...nameExamples);
    return [`${rule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const problems: string[] = [];
  const name = parts.at(-1)!;
  const prefix = parts.length === 2 ? parts[0]! : undefined;
  if (prefix === "") problems.push("prefix part must be non-empty");
  else if (prefix !== undefined)
    for (const item of validateSubdomain(prefix).map((p) => `prefix part ${p}`)) problems.push(item);
  if (name === "") problems.push("name part must be non-empty");
  else if (name.length > 63) problems.push("name part must be no more than 63 characters");
  if (!isName(name)) problems.push(`name part ${explain(nameRule, namePattern, ...nameExamples)}`);
  return problems;
};

function isName(text: string): boolean {
  return /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(text);
}

function test(isValid: (text: string) => boolean, message: string): (text: string) => readonly string[] {
  return (text) => (isValid(text) ? [] : [message]);
}

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

function isBase64(text: string): boolean {
  return text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[Tt]\d\d:/.test(text) && parseTimestamp(text.toUpperCase()) !== undefined;
}

const validateUri = (text: string): readonly string[] => {
  const url = parseUrl(text);
  return typeof url === "string" ? [url] : [];
};

const validateLabelValue = (text: string): readonly string[] => {
  const tooLong = text.length > 63 ? ["must be no more than 63 characters"] : [];
  return text === "" || isName(text) ? tooLong : [...tooLong, labelValue];
};

/** Every named format. */
export const namedFormats: readonly NamedFormat[] = [
  { name: "dns1123Label", regexSize: 30, validate: validateLabel },
  { name: "dns1123Subdomain", regexSize: 60, validate: validateSubdomain },
  { name: "dns1035Label", regexSize: 30, validate: validate1035 },
  { name: "qualifiedName", regexSize: 60, validate: validateName },
  { name: "dns1123LabelPrefix", regexSize: 30, validate: asPrefix(validateLabel) },
  { name: "dns1123SubdomainPrefix", regexSize: 60, validate: asPrefix(validateSubdomain) },
  { name: "dns1035LabelPrefix", regexSize: 30, validate: asPrefix(validate1035) },
  { name: "labelValue", regexSize: 40, validate: validateLabelValue },
  { name: "uri", regexSize: 1104, validate: validateUri },
  { name: "uuid", regexSize: 72, validate: test((s) => uuid.test(s), "does not match the UUID format") },
  { name: "byte", regexSize: 84, validate: test(isBase64, "invalid base64") },
  { name: "date", regexSize: 72, validate: test((s) => parseDate(s) !== undefined, "invalid date") },
  { name: "datetime", regexSize: 72, validate: test(isDateTime, "invalid datetime") },
];
