/** A connection to V8's profilers. Disposal stops recordings. */
export interface Inspector extends Disposable {
  post(method: string, params?: object): Promise<unknown>;
}

/** Node's inspector is loaded with the first profile. */
export function openInspector(): Inspector {
  // Not by an import: bundlers cut off its prefix `node:`, without which there is no such module.
  const { Session } = process.getBuiltinModule("node:inspector/promises");
  const session = new Session();
  session.connect();
  const post = session.post.bind(session) as Inspector["post"];
  return { post, [Symbol.dispose]: () => session.disconnect() };
}
