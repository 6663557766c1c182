/** Names of interfaces are cut to so many characters, so that deep schemas stay readable. */
const maxNameLength = 120;

/** Gives out names for the declarations of one file, each once. */
export interface NameScope {
  /** The wanted name, or that name with the first number that makes it unique. */
  claim(preferred: string): string;
}

/** A scope in which some names are taken already. */
export function createNameScope(taken: readonly string[]): NameScope {
  const next = new Map(taken.map((name) => [name, 2]));
  return {
    claim: (preferred) => {
      const base = preferred.slice(0, maxNameLength);
      let name = base;
      let number = next.get(base) ?? 1;
      while (next.has(name)) name = `${base}_${number++}`;
      next.set(base, Math.max(number, 2));
      next.set(name, next.get(name) ?? 2);
      return name;
    },
  };
}

/** Words of a text as an identifier in PascalCase: `pod-template` is `PodTemplate`. */
export function pascalCase(text: string): string {
  const name = text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
  return /^[A-Za-z]/.test(name) ? name : `Field${name}`;
}

/** A key of an interface: quoted where it is no identifier. */
export function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
