import { each, type Fill, members } from "./fill.ts";

export const discoveryDefaults: Readonly<Record<string, Fill>> = {
  EndpointSlice: members({ ports: each(members({ name: "", protocol: "TCP" })) }),
};
