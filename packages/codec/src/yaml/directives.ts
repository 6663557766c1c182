/** A directive that the original's YAML parser refuses, in its words. */
export interface DirectiveProblem {
  readonly stage: "scanner" | "parser";
  readonly message: string;
}

/** The problem of directives without a document behind them. */
export const noDocumentStart: DirectiveProblem = { stage: "parser", message: "did not find expected <document start>" };

/** Checks the directives before a document, one after the other. */
export class Directives {
  #hasVersion = false;
  readonly #handles = new Set<string>();

  /** True once there was a directive. */
  get any(): boolean {
    return this.#hasVersion || this.#handles.size > 0;
  }

  /** @param line the directive without blanks and comments behind it */
  check(line: string): DirectiveProblem | undefined {
    const name = /^%([\w-]*)(.?)/.exec(line);
    if (name === null || name[1] === "") return scanner("could not find expected directive name");
    if (!isBlank(name[2])) return scanner("found unexpected non-alphabetical character");
    const rest = line.slice(name[0].length).replace(/^[ \t]+/, "");
    switch (name[1]) {
      case "YAML":
        return this.#version(rest);
      case "TAG":
        return this.#tag(rest);
      default:
        return scanner("found unknown directive name");
    }
  }

  #version(text: string): DirectiveProblem | undefined {
    const [version = "", major = "", point, minor = ""] = /^(\d*)(?:(\.)(\d*))?/.exec(text) ?? [];
    if (major === "") return scanner("did not find expected version number");
    if (major.length > maxDigits || minor.length > maxDigits) return scanner("found extremely long version number");
    if (point === undefined) return scanner("did not find expected digit or '.' character");
    if (minor === "") return scanner("did not find expected version number");
    if (!isEnd(text.slice(version.length))) return noEnd;
    if (this.#hasVersion) return parser("found duplicate %YAML directive");
    this.#hasVersion = true;
    return Number(major) === 1 && Number(minor) === 1 ? undefined : parser("found incompatible YAML document");
  }

  #tag(text: string): DirectiveProblem | undefined {
    const handle = /^!(?:[\w-]*!)?/.exec(text)?.[0];
    if (handle === undefined || /^[\w-]/.test(text.slice(handle.length))) return scanner("did not find expected '!'");
    const behind = text.slice(handle.length);
    if (!/^[ \t]/.test(behind)) return scanner("did not find expected whitespace");
    const uri = behind.replace(/^[ \t]+/, "");
    const prefix = /^(?:[\w;/?:@&=+$,.!~*'()[\]-]|%[\da-fA-F]{2})*/.exec(uri)?.[0] ?? "";
    if (uri[prefix.length] === "%") return scanner("did not find URI escaped octet");
    if (prefix === "") return scanner("did not find expected tag URI");
    if (!isBlank(uri[prefix.length])) return scanner("did not find expected whitespace or line break");
    if (!isEnd(uri.slice(prefix.length))) return noEnd;
    if (this.#handles.has(handle)) return parser("found duplicate %TAG directive");
    this.#handles.add(handle);
    return undefined;
  }
}

const maxDigits = 9;

const scanner = (message: string): DirectiveProblem => ({ stage: "scanner", message });
const parser = (message: string): DirectiveProblem => ({ stage: "parser", message });
const noEnd = scanner("did not find expected comment or line break");

function isBlank(char: string | undefined): boolean {
  return char === undefined || char === "" || char === " " || char === "\t";
}

function isEnd(text: string): boolean {
  return /^[ \t]*(?:#|$)/.test(text);
}
