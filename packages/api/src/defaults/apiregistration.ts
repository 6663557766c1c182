import { type Fill, members } from "./fill.ts";
import { servicePort } from "./service-reference.ts";

export const apiregistrationDefaults: Readonly<Record<string, Fill>> = {
  APIService: members({ spec: servicePort }),
};
