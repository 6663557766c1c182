import { expect, test } from "vitest";
import { checkEndpoints } from "./endpoints.ts";

test.each<[endpoint: string, tls: { readonly ca?: string }, origin: string]>([
  ["http://localhost:2379", {}, "http://localhost:2379"],
  ["HTTPS://Localhost:2379/", { ca: "PEM" }, "https://localhost:2379"],
  ["http://10.0.0.1:2379/path", {}, "http://10.0.0.1:2379"],
  ["localhost:2379", {}, "http://localhost:2379"],
  ["10.0.0.1:2379", { ca: "PEM" }, "https://10.0.0.1:2379"],
  ["[::1]:2379", {}, "http://[::1]:2379"],
])("the endpoint %s with %j is %s", (endpoint, tls, origin) => {
  expect(checkEndpoints([endpoint], tls)).toEqual([origin]);
});
