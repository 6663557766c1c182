import { dns1123Subdomain } from "@svc/meta";
import { type Check, members, needed } from "./check.ts";
import { rangeMessage } from "./number.ts";
import { urlParts } from "./url-parts.ts";

/** How a webhook is reached: at a URL, or through a service. */
export interface WebhookClient {
  readonly url?: string;
  readonly service?: WebhookService;
}

interface WebhookService {
  readonly name: string;
  readonly namespace: string;
  readonly path?: string;
  readonly port?: number;
}

const form = "; desired format: https://host[/path]";

const webhookUrl: Check<string> = (value, at) => {
  const parts = urlParts(value);
  if (typeof parts === "string") {
    at.required(`url must be a valid URL: parse ${quoted(value)}: ${parts}${form}`);
    return;
  }
  const { scheme, host, user, fragment, query } = parts;
  if (scheme !== "https") at.invalid(scheme, `'https' is the only allowed URL scheme${form}`);
  if (host === "") at.invalid(host, `host must be specified${form}`);
  if (user !== undefined) at.invalid(user, "user information is not permitted in the URL");
  if (fragment !== "") at.invalid(fragment, "fragments are not permitted in the URL");
  if (query !== "") at.invalid(query, "query parameters are not permitted in the URL");
};

function quoted(text: string): string {
  return JSON.stringify(text).replace(/\\u00([0-9a-f]{2})/g, "\\x$1");
}

export const portOfService: Check<number> = (value, at) => {
  if (value < 1 || value > 65_535) at.invalid(value, `port is not valid: ${rangeMessage(1, 65_535)}`);
};

/** A path of names, which may end in a slash. */
const servicePath: Check<string> = (path, at) => {
  if (path === "" || path === "/") return;
  if (!path.startsWith("/")) at.invalid(path, "must start with a '/'");
  const segments = path === "//" ? [""] : path.slice(1).replace(/\/$/, "").split("/");
  for (const [i, segment] of segments.entries()) {
    if (segment === "") at.invalid(path, `segment[${i}] may not be empty`);
    else for (const problem of dns1123Subdomain(segment)) at.invalid(path, `segment[${i}]: ${problem}`);
  }
};

const service: Check<WebhookService> = members<WebhookService>({
  name: needed(undefined, "service name is required"),
  namespace: needed(undefined, "service namespace is required"),
  port: portOfService,
  path: servicePath,
});

/** Exactly one of the two ways, and a valid one. */
export const webhookClient: Check<WebhookClient> = (client, at) => {
  if ((client.url === undefined) === (client.service === undefined)) {
    at.required("exactly one of url or service is required");
    return;
  }
  if (client.url !== undefined) webhookUrl(client.url, at.field("url"));
  else if (client.service !== undefined) service(client.service, at.field("service"));
};
