import { aString, checkArgument } from "@svc/base/check";

const reserved: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    __: "__underscores__",
    ".": "__dot__",
    "-": "__dash__",
    "/": "__slash__",
  }),
);

/**
 * The name by which an expression reaches a property; undefined where it cannot.
 * @throws {TypeError} for a wrong argument
 */
export function escapeName(property: string): string | undefined {
  checkArgument("escapeName: property", property, aString);
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(property)) return undefined;
  if (reserved.has(property)) return `__${property}__`;
  return property.replace(/__|[./-]/g, (c) => escapes.get(c)!);
}
