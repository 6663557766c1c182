import { StringDecoder } from "node:string_decoder";
import { gunzipSync, gzipSync } from "node:zlib";
import type { BodyRewriter } from "./forward.ts";
import { type LinkRewriting, rewriteLink } from "./rewrite-link.ts";

/** Attributes that hold one URL. Source: the table of attributes of the HTML specification. */
const linkAttributes: ReadonlySet<string> = new Set([
  "action",
  "background",
  "cite",
  "classid",
  "codebase",
  "data",
  "formaction",
  "href",
  "icon",
  "longdesc",
  "manifest",
  "poster",
  "profile",
  "src",
  "usemap",
]);

/** Elements whose content is raw text. */
const textElements = /^(?:script|style|textarea|title|iframe|noembed|noframes|noscript|xmp)$/;

const attribute = /([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/g;

/** Bytes of a tag or a comment that are kept until its end; past them it passes as it is. */
const maxWaitingBytes = 1024 * 1024;

/**
 * Changes links of a page while it passes. Tags are written anew where they have attributes;
 * text, comments and scripts pass as they are. A tag that never ends is dropped.
 */
export function htmlRewriter(links: LinkRewriting): BodyRewriter {
  const decoder = new StringDecoder("utf8");
  let waiting = "";
  /** The raw-text element that the parser is within. */
  let inside: string | undefined;

  const pass = (isLast: boolean): Buffer => {
    let out = "";
    let at = 0;
    while (at < waiting.length) {
      const next = inside === undefined ? markupAt(waiting, at) : endOfText(waiting, at, inside);
      if (next.kind === "more") {
        out += waiting.slice(at, next.from);
        at = next.from;
        break;
      }
      out += waiting.slice(at, next.from);
      at = next.to;
      const token = waiting.slice(next.from, next.to);
      inside = undefined;
      if (next.kind !== "tag") out += token;
      else {
        out += rewriteTag(token, links);
        const name = /^<([a-z]+)/i.exec(token)?.[1]?.toLowerCase() ?? "";
        if (textElements.test(name)) inside = name;
      }
    }
    if (waiting.length - at > maxWaitingBytes) {
      out += waiting.slice(at);
      at = waiting.length;
    }
    waiting = waiting.slice(at);
    // The rest is text, an unfinished comment, or an unfinished tag.
    if (isLast && !/^<[a-z]/i.test(waiting)) out += waiting;
    return Buffer.from(out);
  };
  return {
    write: (chunk) => {
      waiting += decoder.write(chunk);
      return pass(false);
    },
    end: () => {
      waiting += decoder.end();
      return pass(true);
    },
  };
}

type Found =
  | { readonly kind: "tag" | "other"; readonly from: number; readonly to: number }
  /** The rest from `from` on may be incomplete markup. */
  | { readonly kind: "more"; readonly from: number };

function markupAt(text: string, at: number): Found {
  for (let from = text.indexOf("<", at); from >= 0; from = text.indexOf("<", from + 1)) {
    const after = text[from + 1];
    if (after === undefined) return { kind: "more", from };
    if (text.startsWith("<!--", from)) return upTo(text, from, "-->");
    if (after === "!" && "<!--".startsWith(text.slice(from))) return { kind: "more", from };
    if (after === "!" || after === "?" || after === "/") return upTo(text, from, ">");
    if (/[a-z]/i.test(after)) {
      const to = endOfTag(text, from);
      return to === undefined ? { kind: "more", from } : { kind: "tag", from, to };
    }
  }
  return { kind: "more", from: text.length };
}

function upTo(text: string, from: number, mark: string): Found {
  const end = text.indexOf(mark, from);
  return end < 0 ? { kind: "more", from } : { kind: "other", from, to: end + mark.length };
}

/** Behind the `>` of a tag, quotes heeded. */
function endOfTag(text: string, from: number): number | undefined {
  let quote: string | undefined;
  for (let i = from + 1; i < text.length; i++) {
    const c = text[i];
    if (quote !== undefined) {
      if (c === quote) quote = undefined;
    } else if (c === ">") return i + 1;
    else if ((c === '"' || c === "'") && /=\s*$/.test(text.slice(Math.max(from, i - 8), i))) quote = c;
  }
  return undefined;
}

function endOfText(text: string, at: number, name: string): Found {
  const end = new RegExp(`</${name}[\\s/>]`, "ig");
  end.lastIndex = at;
  const found = end.exec(text);
  if (found !== null) return upTo(text, found.index, ">");
  // The end tag may have arrived in part.
  return { kind: "more", from: Math.max(at, text.length - name.length - 2) };
}

function rewriteTag(tag: string, links: LinkRewriting): string {
  const name = /^<[^\s/>]+/.exec(tag)?.[0] ?? "";
  const isClosed = /(?:\s|^<[^\s>]+|["'])\/>$/.test(tag);
  const body = tag.slice(name.length, tag.length - (isClosed ? 2 : 1));
  let attributes = "";
  for (const [, key = "", double, single, bare] of body.matchAll(attribute)) {
    const value = double ?? single ?? bare ?? "";
    const lower = key.toLowerCase();
    const link = linkAttributes.has(lower) ? rewriteLink(value, links) : value;
    attributes += ` ${lower}="${escapeValue(link)}"`;
  }
  return `${name.toLowerCase()}${attributes}${isClosed ? "/>" : ">"}`;
}

/** Character references stay as they are. */
function escapeValue(value: string): string {
  return value
    .replace(/&(?:quot|apos);/g, (reference) => (reference === "&quot;" ? "&#34;" : "&#39;"))
    .replace(/&(?!#?\w+;)/g, "&amp;")
    .replace(/"/g, "&#34;")
    .replace(/'/g, "&#39;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}

/** Larger pages pass as they are. */
const maxZippedBytes = 8 * 1024 * 1024;

/** Changes links of a page that is compressed: it passes when it is whole. */
export function gzippedHtmlRewriter(links: LinkRewriting): BodyRewriter {
  const none = Buffer.alloc(0);
  let pieces: Buffer[] = [];
  let length = 0;
  return {
    write: (chunk) => {
      if (length > maxZippedBytes) return chunk;
      pieces.push(chunk);
      length += chunk.length;
      return length > maxZippedBytes ? Buffer.concat(pieces.splice(0)) : none;
    },
    end: () => {
      if (length > maxZippedBytes) return none;
      const zipped = Buffer.concat(pieces);
      pieces = [];
      const page = unzipped(zipped);
      if (page === undefined) return zipped;
      const rewriter = htmlRewriter(links);
      return gzipSync(Buffer.concat([rewriter.write(page), rewriter.end()]));
    },
  };
}

/** Undefined for invalid gzip, or for too much of it. */
function unzipped(zipped: Buffer): Buffer | undefined {
  try {
    return gunzipSync(zipped, { maxOutputLength: 8 * maxZippedBytes });
  } catch {
    return undefined;
  }
}
