import { each, type Fill, ifAbsent, members } from "./fill.ts";

export const discoveryDefaults: Readonly<Record<string, Fill>> = {
  EndpointSlice: members({ ports: each(members({ name: "", protocol: ifAbsent("TCP") })) }),
};
