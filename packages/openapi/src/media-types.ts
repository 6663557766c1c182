import type { Dialect } from "@svc/meta";

/** The media types that requests and answers of a resource have. */
export interface MediaTypes {
  /** Of requests with or without a body. */
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** Of lists, which may be watched. */
  readonly streams: readonly string[];
  readonly patches: readonly string[];
}

const patches = ["application/json-patch+json", "application/merge-patch+json"];
const apply = "application/apply-patch+yaml";

export function typedMediaTypes({ protobufMediaType }: Dialect): MediaTypes {
  const produces = ["application/json", "application/yaml", protobufMediaType];
  return {
    consumes: ["*/*"],
    produces,
    streams: [...produces, "application/json;stream=watch", `${protobufMediaType};stream=watch`],
    patches: [...patches, "application/strategic-merge-patch+json", apply],
  };
}

/** Extension types have no numbers for protobuf and no markers for strategic patches. */
export const structuralMediaTypes: MediaTypes = {
  consumes: ["application/json", "application/yaml"],
  produces: ["application/json", "application/yaml"],
  streams: ["application/json", "application/yaml"],
  patches: [...patches, apply],
};
