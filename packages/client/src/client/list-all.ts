import { isStatusError } from "@svc/meta";
import type { AnyObject, ObjectList, Stored } from "./objects.ts";
import type { AllOptions, ListOptions } from "./options.ts";

/**
 * Yields every object, page after page. When the list outlasts the server's history, the rest is of
 * a later version: each object is yielded once, but not all are of one version.
 */
export async function* listAll<T extends AnyObject>(
  list: (options: ListOptions) => Promise<ObjectList<T>>,
  { pageSize = 500, ...options }: AllOptions,
): AsyncGenerator<Stored<T>, void, void> {
  // Later pages get their version from the continue token.
  const { resourceVersion: _first, resourceVersionMatch: _match, ...later } = options;
  let token: string | undefined;
  do {
    const query: ListOptions = token === undefined ? options : { ...later, continue: token };
    const page: ObjectList<T> = await list({ ...query, limit: pageSize }).catch((error: unknown) => {
      const nextToken = isStatusError(error) && error.code === 410 ? error.continue : undefined;
      if (nextToken === undefined || token === undefined) throw error;
      return list({ ...later, continue: nextToken, limit: pageSize });
    });
    yield* page.items;
    token = page.metadata.continue;
  } while (token !== undefined && token !== "");
}
