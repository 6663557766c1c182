// Generated from facts/ by scripts/generate.ts. Do not edit: change the facts or the script, and run `pnpm generate`.

export const text: string =
  "{\"TypeMeta\":{\"f\":[[\"apiVersion\",\"s\",0,[1,\"s\"]],[\"kind\",\"s\",0,[2,\"s\"]]]},\"RawExtension\":{\"x\":\"rawExtension\",\"f\":[]},\"Unknown\":{\"f\":[[\"apiVersion\",\"s\",0,[1,\"s\",[1]]],[\"kind\",\"s\",0,[2,\"s\",[1]]]]}}";
