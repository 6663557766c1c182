/** A resource type as reconcilers name it. */
export interface ResourceType {
  readonly group: string;
  readonly version: string;
  /** Plural name, as in paths. */
  readonly resource: string;
  readonly kind: string;
}
