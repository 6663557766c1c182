/** A component of the control plane, as `ComponentStatus` shows it. */
export interface Component {
  readonly name: string;
  /** Its problem; undefined if it is healthy. */
  readonly problem: () => Promise<string | undefined>;
}
