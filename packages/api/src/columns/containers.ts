export interface PodTemplate {
  readonly metadata?: { readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: {
    readonly containers?: readonly { readonly name: string; readonly image?: string }[];
    readonly nodeSelector?: Readonly<Record<string, string>>;
  };
}

/** Names and images of what pods of a template run, each as one cell. */
export function containerCells(template: PodTemplate | undefined): readonly [names: string, images: string] {
  const containers = template?.spec?.containers ?? [];
  return [containers.map(({ name }) => name).join(","), containers.map(({ image = "" }) => image).join(",")];
}
