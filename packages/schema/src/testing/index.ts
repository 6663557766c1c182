export { type RandomObjectOptions, randomObject } from "./random-object.ts";
