import { isStatusError } from "@svc/meta";
import type { AnyObject, ObjectList, Stored } from "./objects.ts";
import type { AllOptions, ListOptions } from "./options.ts";

/**
 * Every object, page after page. When the list takes longer than the server keeps its version, the
 * rest comes as it is by then: each object is told once, but not all at the same moment.
 */
export async function* listAll<T extends AnyObject>(
  list: (options: ListOptions) => Promise<ObjectList<T>>,
  { pageSize = 500, ...options }: AllOptions,
): AsyncGenerator<Stored<T>, void, void> {
  // A page after the first says by its token which version it is of.
  const { resourceVersion: _first, resourceVersionMatch: _match, ...later } = options;
  let token: string | undefined;
  do {
    const query: ListOptions = token === undefined ? options : { ...later, continue: token };
    const page: ObjectList<T> = await list({ ...query, limit: pageSize }).catch((error: unknown) => {
      const goOn = isStatusError(error) && error.code === 410 ? error.continue : undefined;
      if (goOn === undefined || token === undefined) throw error;
      return list({ ...later, continue: goOn, limit: pageSize });
    });
    yield* page.items;
    token = page.metadata.continue;
  } while (token !== undefined && token !== "");
}
