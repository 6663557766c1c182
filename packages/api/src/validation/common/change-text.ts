const maxLines = 40;

/**
 * The difference of two values: a line for each removed member and for each added one. At most 40
 * lines.
 */
export function changeText(old: unknown, value: unknown): string {
  const lines: string[] = [];
  collect(old, value, { path: "", lines });
  return lines.length > maxLines ? [...lines.slice(0, maxLines), "…"].join("\n") : lines.join("\n");
}

interface Walk {
  readonly path: string;
  readonly lines: string[];
}

function collect(old: unknown, value: unknown, { path, lines }: Walk): void {
  if (lines.length > maxLines || Object.is(old, value)) return;
  if (isParent(old) && isParent(value) && Array.isArray(old) === Array.isArray(value)) {
    for (const key of new Set([...Object.keys(old), ...Object.keys(value)])) {
      const step = Array.isArray(value) ? `[${key}]` : path === "" ? key : `.${key}`;
      collect(old[key], value[key], { path: path + step, lines });
    }
    return;
  }
  if (old !== undefined) lines.push(`- ${path}: ${JSON.stringify(old)}`);
  if (value !== undefined) lines.push(`+ ${path}: ${JSON.stringify(value)}`);
}

function isParent(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
