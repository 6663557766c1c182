import { type Fill, members } from "./fill.ts";

/** The default port of services that the server itself calls: webhooks and extension servers. */
export const servicePort: Fill = members({ service: members({ port: 443 }) });
