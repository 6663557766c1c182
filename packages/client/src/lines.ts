/** The lines of a body as they come. @param limit bytes of a line, about: a longer one throws */
export async function* linesOf(response: Response, limit: number = 64 * 1024 * 1024): AsyncIterable<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body) {
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = pieces.pop() ?? "";
    if (rest.length > limit) throw new RangeError(`a line of the answer is longer than ${limit} bytes`);
    for (const line of pieces) if (line !== "") yield line;
  }
}
