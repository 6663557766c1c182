import { type Expected, withMethods } from "@svc/base/check";

/** Expects a `Disk` as an argument. */
export const aDisk: Expected<object> = withMethods("a Disk of @svc/storage", "makeDirectory", "list", "open", "rename");
