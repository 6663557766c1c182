import type { ApiObject } from "@svc/meta";
import type { Conversion } from "@svc/schema";

interface Secret extends ApiObject {
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

/** `stringData` is only ever written: what it holds is kept as `data`. */
export const secret: Conversion = {
  toStorage: (object: Secret) => {
    const { stringData, ...rest } = object;
    if (stringData === undefined) return object;
    const data: Record<string, string> = { ...rest.data };
    for (const [key, text] of Object.entries(stringData)) data[key] = Buffer.from(text).toString("base64");
    const stored: Secret = { ...rest, metadata: object.metadata };
    if (Object.keys(data).length > 0) stored.data = data;
    return stored;
  },
  fromStorage: (object) => object,
};
