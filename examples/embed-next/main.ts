// Calls the route handler as Next does, but without Next; the guide shows it in an application.
import { GET, POST } from "./app/cluster/[...path]/route.ts";

const url = "http://localhost:3000/cluster/apis/example.com/v1/namespaces/default/widgets";
const body = JSON.stringify({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "first" },
  spec: { size: 3 },
});
const made = await POST(new Request(url, { method: "POST", headers: { "content-type": "application/json" }, body }));
console.log(made.status); // 201
const list = (await (await GET(new Request(url))).json()) as { items: readonly { spec: object }[] };
console.log(list.items.map(({ spec }) => spec)); // [ { size: 3 } ]
