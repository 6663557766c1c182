/** Something that the control plane is made of. */
export interface Component {
  readonly name: string;
  /** What is wrong with it; undefined where nothing is. */
  readonly problem: () => Promise<string | undefined>;
}
