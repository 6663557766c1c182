import { type Fill, members } from "./fill.ts";

/** Where the server calls a service itself: webhooks, converters, aggregated servers. */
export const servicePort: Fill = members({ service: members({ port: 443 }) });
