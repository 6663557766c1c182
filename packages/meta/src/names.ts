/**
 * Rules for names. Each takes a value and returns the messages of all violated rules; empty for a
 * valid value. Source: RFC 1123, RFC 1035, and the API's conventions for labels.
 */
export type NameRule = (value: string) => readonly string[];

const label1123 = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain1123 = `${label1123}(\\.${label1123})*`;
const label1035 = "[a-z]([-a-z0-9]*[a-z0-9])?";
const qualified = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const labelText = `(${qualified})?`;

const label1123Pattern = new RegExp(`^${label1123}$`);
const subdomain1123Pattern = new RegExp(`^${subdomain1123}$`);
const wildcardPattern = new RegExp(`^\\*\\.${subdomain1123}$`);
const label1035Pattern = new RegExp(`^${label1035}$`);
const qualifiedPattern = new RegExp(`^${qualified}$`);
const labelValuePattern = new RegExp(`^${labelText}$`);

const none: readonly string[] = [];

/** `<what> (e.g. 'a',  or 'b', regex used for validation is '…')` */
export function patternMessage(what: string, pattern: string, ...examples: readonly string[]): string {
  if (examples.length === 0) return `${what} (regex used for validation is '${pattern}')`;
  return `${what} (e.g. ${examples.map((e) => `'${e}'`).join(",  or ")}, regex used for validation is '${pattern}')`;
}

/** Message for a value that is too long, in bytes. */
export function tooLongMessage(max: number): string {
  return `must be no more than ${max} characters`;
}

/** For shorter text a loop is cheaper than a call to the platform. */
const shortText = 48;

/** The length in bytes of UTF-8. */
export function byteLength(text: string): number {
  if (text.length > shortText) return Buffer.byteLength(text);
  // Most text is ASCII.
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return Buffer.byteLength(text);
  return text.length;
}

function rule(pattern: RegExp, max: number, message: string): NameRule {
  return (value) => {
    const long = value.length > max;
    if (pattern.test(value)) return long ? [tooLongMessage(max)] : none;
    return byteLength(value) > max ? [tooLongMessage(max), message] : [message];
  };
}

const label1123Message = patternMessage(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  label1123,
  "my-name",
  "123-abc",
);
const subdomain1123Message = patternMessage(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  subdomain1123,
  "example.com",
);
const qualifiedMessage = patternMessage(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  qualified,
  "MyName",
  "my.name",
  "123-abc",
);

/** Dot-separated DNS labels of RFC 1123, at most 253 bytes. */
export const dns1123Subdomain: NameRule = rule(subdomain1123Pattern, 253, subdomain1123Message);

/** A DNS label of RFC 1123, at most 63 bytes. */
export const dns1123Label: NameRule = (value) => {
  const problems: string[] = [];
  if (byteLength(value) > 63) problems.push(tooLongMessage(63));
  if (!label1123Pattern.test(value)) {
    problems.push(subdomain1123Pattern.test(value) ? "must not contain dots" : label1123Message);
  }
  return problems;
};

/** A DNS label of RFC 1035: it starts with a letter. */
export const dns1035Label: NameRule = rule(
  label1035Pattern,
  63,
  patternMessage(
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
    label1035,
    "my-name",
    "abc-123",
  ),
);

/** A DNS subdomain with a leading `*.`. */
export const wildcardDns1123Subdomain: NameRule = rule(
  wildcardPattern,
  253,
  patternMessage(
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
    `\\*\\.${subdomain1123}`,
    "*.example.com",
  ),
);

/** Value of a label: empty or at most 63 bytes. */
export const labelValue: NameRule = rule(
  labelValuePattern,
  63,
  patternMessage(
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
    labelText,
    "MyValue",
    "my_value",
    "12345",
  ),
);

/** `[<prefix>/]<name>`: keys of labels and annotations, finalizers, taint keys. */
export const qualifiedName: NameRule = (value) => {
  const slash = value.indexOf("/");
  const name = value.slice(slash + 1);
  if (slash >= 0 && name.includes("/")) {
    return [
      `a qualified name ${qualifiedMessage} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const problems: string[] = [];
  if (slash === 0) problems.push("prefix part must be non-empty");
  else if (slash > 0) for (const p of dns1123Subdomain(value.slice(0, slash))) problems.push(`prefix part ${p}`);
  if (name === "") problems.push("name part must be non-empty");
  else if (byteLength(name) > 63) problems.push(`name part ${tooLongMessage(63)}`);
  if (!qualifiedPattern.test(name)) problems.push(`name part ${qualifiedMessage}`);
  return problems;
};

/** The rule for names that only need to be a path segment. */
export const pathSegment: NameRule = (value) => {
  if (value === "." || value === "..") return [`may not be '${value}'`];
  const problems: string[] = [];
  for (const c of ["/", "%"]) if (value.includes(c)) problems.push(`may not contain '${c}'`);
  return problems;
};

/** Like `pathSegment`, for the prefix of a name: `.` and `..` are allowed. */
export const pathSegmentPrefix: NameRule = (value) => {
  const problems: string[] = [];
  for (const c of ["/", "%"]) if (value.includes(c)) problems.push(`may not contain '${c}'`);
  return problems;
};

/** A `generateName` is validated by its kind's rule with a letter in place of a trailing dash. */
export function maskTrailingDash(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith("-") ? `${prefix.slice(0, -2)}a` : prefix;
}
