import { byteLength } from "@svc/meta";

/**
 * Formats that are checked; all other formats accept any text. The bounds are those of the formats
 * themselves.
 */
export type FormatCheck = (text: string) => boolean;

export function formatCheck(name: string): FormatCheck | undefined {
  return checks.get(name);
}

const octet = String.raw`0*(?:25[0-5]|2[0-4]\d|1?\d?\d)`;
const dotted = new RegExp(String.raw`^${octet}(?:\.${octet}){3}$`);
const hex4 = /^[0-9a-fA-F]{1,4}$/;

const checks: ReadonlyMap<string, FormatCheck> = new Map(
  Object.entries<FormatCheck>({
    bsonobjectid: (t) => /^[0-9a-fA-F]{24}$/.test(t),
    uri: isUri,
    email: isEmail,
    hostname: isHostname,
    ipv4: (t) => isIpv4(t) || (isIpv6(t) && t.includes(".")),
    ipv6: isIpv6,
    cidr: isCidr,
    mac: isMac,
    uuid: uuidOf("[0-9a-f]", "[0-9a-f]"),
    uuid3: uuidOf("3", "[0-9a-f]"),
    uuid4: uuidOf("4", "[89ab]"),
    uuid5: uuidOf("5", "[89ab]"),
    isbn: (t) => isIsbn10(t) || isIsbn13(t),
    isbn10: isIsbn10,
    isbn13: isIsbn13,
    creditcard: isCreditCard,
    ssn: (t) => /^\d{3}[- ]\d{2}[- ]\d{4}$/.test(t),
    hexcolor: (t) => /^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(t),
    rgbcolor: isRgb,
    byte: (t) => t !== "" && t.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(t) && !/^=+$/.test(t),
    password: () => true,
    date: isDate,
    duration: isDuration,
    datetime: isDateTime,
    "date-time": isDateTime,
  }),
);

function isIpv4(text: string): boolean {
  return dotted.test(text);
}

function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const words = isIpv4(last) ? [...groups.slice(0, -1), "0", "0"] : groups;
  if (!words.every((w) => hex4.test(w))) return false;
  return halves.length === 2 ? words.length < 8 : words.length === 8;
}

function isCidr(text: string): boolean {
  const match = /^(.*)\/(\d{1,3})$/.exec(text);
  if (match === null) return false;
  const [, address = "", bits = ""] = match;
  return (isIpv4(address) && Number(bits) <= 32) || (isIpv6(address) && Number(bits) <= 128);
}

/** 6, 8 or 20 bytes. */
function isMac(text: string): boolean {
  const bytes = /^(?:[0-9a-fA-F]{2}([:-]))(?:[0-9a-fA-F]{2}\1)*[0-9a-fA-F]{2}$/.test(text)
    ? (text.length + 1) / 3
    : /^[0-9a-fA-F]{4}(?:\.[0-9a-fA-F]{4})+$/.test(text)
      ? ((text.length + 1) / 5) * 2
      : 0;
  return bytes === 6 || bytes === 8 || bytes === 20;
}

function uuidOf(version: string, variant: string): FormatCheck {
  const hex = "[0-9a-f]";
  const pattern = new RegExp(`^${hex}{8}-?${hex}{4}-?${version}${hex}{3}-?${variant}${hex}{3}-?${hex}{12}$`, "i");
  return (text) => pattern.test(text);
}

function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]/g, "");
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = [...digits].reduce((total, d, i) => total + (10 - i) * (d === "X" ? 10 : Number(d)), 0);
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]/g, "");
  if (!/^\d{13}$/.test(digits)) return false;
  return [...digits].reduce((total, d, i) => total + Number(d) * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

/** The number ranges of the large issuers, with the check digit. */
const cards =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

function isCreditCard(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  if (!cards.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, d, i) => {
    const doubled = i % 2 === 0 ? Number(d) : Number(d) * 2;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

function isRgb(text: string): boolean {
  const part = String.raw`\s*(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])\s*`;
  return new RegExp(String.raw`^rgb\(${part},${part},${part}\)$`).test(text);
}

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return false;
  const [, year = "", month = "", day = ""] = match;
  return isDay(Number(year), Number(month), Number(day));
}

function isDay(year: number, month: number, day: number): boolean {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

/** The original reads only the form of an offset. */
function isDateTime(text: string): boolean {
  const match = /^(\d{4}-\d\d-\d\d)[tT](\d\d):(\d\d):(\d\d)(?:[.,]\d+)?(?:[zZ]|[+-]\d\d:\d\d)$/.exec(text);
  if (match === null) return false;
  const [, date = "", hour, minute, second] = match;
  return isDate(date) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

const goDuration = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;
const longUnits =
  /^(?:ns|nanos?|nanoseconds?|us|µs|μs|micros?|microseconds?|ms|millis?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)$/;

const maxDuration = 200;

/** Go's notation, or numbers with known unit names. */
function isDuration(text: string): boolean {
  if (text.length > maxDuration) return false;
  if (goDuration.test(text)) return true;
  const found = [...text.matchAll(/(?<!\d)\d+\s*([A-Za-zµμ]+)/g)];
  return found.length > 0 && found.every(([, unit = ""]) => longUnits.test(unit.toLowerCase()));
}

/**
 * One label with at most one hyphen, behind its first character; or several, of which the last has
 * letters only. Symbols are letters to the original.
 */
const hostname =
  /^(?:[a-z0-9\p{L}\p{S}]-?[a-z0-9\p{L}\p{S}]*|(?:[a-z0-9\p{L}\p{S}](?:[a-z0-9\p{L}\p{S}-]*[a-z0-9\p{L}\p{S}])?\.)+\p{L}{2,})$/iu;

function isHostname(text: string): boolean {
  if (byteLength(text) > 255 || !hostname.test(text)) return false;
  return text.split(".").every((label) => byteLength(label) <= 63);
}

/** A reference with a scheme, or an absolute path. */
function isUri(text: string): boolean {
  if (hasControl(text) || text === "") return false;
  if (/%(?![0-9a-fA-F]{2})/.test(text.replace(/[?#].*$/s, ""))) return false;
  if (text === "*" || text.startsWith("/")) return true;
  const match = /^[a-zA-Z][a-zA-Z0-9+.-]*:(.*)$/s.exec(text);
  if (match === null) return false;
  const authority = /^\/\/([^/?#]*)/.exec(match[1] ?? "")?.[1];
  return authority === undefined || /^(?:[^\s@]*@)?(?:\[[0-9a-fA-F:.%]+\]|[^\s:[\]]*)(?::\d*)?$/.test(authority);
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

const atom = String.raw`[^\s()<>\[\]:;@\\,."\x00-\x1f]+`;
const dotAtom = String.raw`${atom}(?:\.${atom})*`;
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const address = String.raw`(?:${dotAtom}|${quoted})@(?:${dotAtom}|\[[0-9a-fA-F:.]+\])`;
const plainAddress = new RegExp(String.raw`^\s*${address}\s*(?:\([^()]*\)\s*)?$`);
const namedAddress = new RegExp(String.raw`^(?:\s*${quoted}\s*|[^"<>@,;:\\]*)<${address}>\s*$`);
const maxEmail = 1000;

function isEmail(text: string): boolean {
  return text.length <= maxEmail && (plainAddress.test(text) || namedAddress.test(text));
}
