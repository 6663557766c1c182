const maxWidth = 100;

/** A docstring of several paragraphs; empty if there are none. */
export function docComment(paragraphs: readonly unknown[], indent = ""): string {
  const texts = paragraphs.filter((text): text is string => typeof text === "string" && text.trim() !== "");
  const lines = texts
    .join("\n")
    .replaceAll("*/", "*\\/")
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((line) => wrapped(line.trimEnd(), maxWidth - indent.length - 3));
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  const [only] = lines;
  if (only === undefined) return "";
  if (lines.length === 1) return `${indent}/** ${only} */\n`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`, ""].join("\n");
}

function wrapped(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    if (current.trim() !== "" && current.length + word.length >= width) {
      lines.push(current.trimEnd());
      current = "";
    }
    current += current === "" ? word : ` ${word}`;
  }
  return [...lines, current.trimEnd()];
}
