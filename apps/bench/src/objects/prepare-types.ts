import type { Dialect } from "@svc/meta";
import { sendOnce, sendSuccessfully } from "../client/send-once.ts";
import type { Target } from "../client/target.ts";
import { itemName, namespaces } from "./objects.ts";
import { fill } from "./prepare.ts";
import { readWidget, widget, widgetDefinition, widgetsOf } from "./widgets.ts";

export function definitionsPath(dialect: Dialect): string {
  return `/apis/${dialect.expand("apiextensions.{api}")}/v1/customresourcedefinitions`;
}

/** Makes the type and the objects that scenarios of extension types read. */
export async function prepareTypes(admin: Target, items: number, dialect: Dialect): Promise<void> {
  await sendSuccessfully(admin, { method: "POST", path: definitionsPath(dialect), body: widgetDefinition(dialect) });
  await untilServed(admin, widgetsOf(namespaces.items));
  const body = (i: number): string => widget(itemName(i), readWidget);
  await fill(admin, { path: widgetsOf(namespaces.items), count: items, body });
}

const retryMs = 5;

/** Repeats a list until the server serves the collection. */
export async function untilServed(admin: Target, path: string): Promise<void> {
  while ((await sendOnce(admin, { method: "GET", path: `${path}?limit=1` })).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, retryMs));
}
