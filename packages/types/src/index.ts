export type * from "./gen/index.ts";
