import { type OptionType, readFlagFile, StartupError } from "@svc/program";
import { InvalidArgumentError } from "commander";
import * as z from "zod/mini";
import { parseConfigurationFile } from "../files/configuration-file.ts";

/** The allowed values of labels, by `<metric>,<label>`. */
export type AllowedLabels = ReadonlyMap<string, ReadonlySet<string>>;

const keyForm = /^[a-zA-Z_:][a-zA-Z0-9_:]*,[a-zA-Z_][a-zA-Z0-9_]*$/;

/**
 * Several pairs are quoted each: `"metric,label=a,b","metric,other=c"`; the flag may also be given
 * several times.
 */
export function allowedLabelsShape(): OptionType {
  const collect = (text: string, before: AllowedLabels): AllowedLabels => {
    const quoted = [...text.matchAll(/"([^"]*)"/g)].map(([, pair = ""]) => pair);
    const all = new Map(before);
    for (const pair of quoted.length === 0 ? [text] : quoted) {
      const at = pair.indexOf("=");
      if (at < 0) throw new InvalidArgumentError(`${pair} must be formatted as key=value`);
      const key = pair.slice(0, at).trim();
      if (!keyForm.test(key)) throw new InvalidArgumentError(`${key} must be formatted as <metric>,<label>`);
      all.set(key, valuesOf(pair.slice(at + 1)));
    }
    return all;
  };
  return (option) => option.argParser<AllowedLabels>(collect).default(new Map(), "");
}

/** The lists of the manifest, and those of the flag in place of them. @throws {StartupError} */
export async function loadAllowedLabels(flags: {
  readonly allowMetricLabels: AllowedLabels;
  readonly allowMetricLabelsManifest?: string;
}): Promise<AllowedLabels> {
  const { allowMetricLabels: ofFlag, allowMetricLabelsManifest: path } = flags;
  if (path === undefined) return ofFlag;
  const flag = "--allow-metric-labels-manifest";
  const file = parseConfigurationFile(await readFlagFile(flag, path));
  if (!file.ok) throw new StartupError(`${flag}: ${path}: ${file.message}`);
  const parsed = z.safeParse(z.record(z.string().check(z.regex(keyForm)), z.string()), file.value ?? {});
  if (!parsed.success) throw new StartupError(`${flag}: ${path}: it must map "<metric>,<label>" to "<value>,<value>"`);
  return new Map([...Object.entries(parsed.data).map(([key, text]) => [key, valuesOf(text)] as const), ...ofFlag]);
}

function valuesOf(text: string): ReadonlySet<string> {
  return new Set(text.replace(/^'(.*)'$/, "$1").split(","));
}
