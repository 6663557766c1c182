import { formats } from "./formats.ts";

interface SelectorRules {
  /** The workload, as the error of an empty selector names it. */
  readonly workload: "deployment" | "statefulset" | "daemonset";
  /** Whether an absent selector is an error of its own. */
  readonly isRequired: boolean;
  /** Ends the error that shows a selector that cannot be parsed; undefined where there is none. */
  readonly unparsed?: ": invalid label selector" | "";
}

type SpecCase = [spec: object, errors: readonly string[]];

const otherLabels =
  'spec.template.metadata.labels: Invalid value: map[string]string{"a":"b"}: `selector` does not match template `labels`';

/** The errors of selectors, and of the metadata of templates, that workloads share. */
export function selectorCases({ workload, isRequired, unparsed }: SelectorRules): readonly SpecCase[] {
  const unparsedSelector = (labels: string, expressions: string): readonly string[] =>
    unparsed === undefined
      ? []
      : [
          `spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string{${labels}}, MatchExpressions:[]v1.LabelSelectorRequirement${expressions}}${unparsed}`,
        ];
  return [
    [{ selector: null }, [...(isRequired ? ["spec.selector: Required value"] : []), otherLabels]],
    [
      { selector: { matchLabels: null } },
      [
        `spec.selector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: empty selector is invalid for ${workload}`,
      ],
    ],
    [
      { selector: { matchLabels: { _: "_" } } },
      [
        `spec.selector.matchLabels: Invalid value: "_": ${formats.qualified}`,
        `spec.selector.matchLabels: Invalid value: "_": ${formats.labelValue}`,
        ...unparsedSelector('"_":"_", "a":"b"', "(nil)"),
      ],
    ],
    [{ selector: { matchLabels: { a: "c" } } }, [otherLabels]],
    [
      { selector: { matchExpressions: [{ key: "a", operator: "x" }] } },
      [
        'spec.selector.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
        ...unparsedSelector('"a":"b"', '{v1.LabelSelectorRequirement{Key:"a", Operator:"x", Values:[]string(nil)}}'),
      ],
    ],
    [
      { template: { metadata: { labels: { _: "a" }, annotations: { _: "x", "kubernetes.io/config.mirror": "x" } } } },
      [
        `spec.template.labels: Invalid value: "_": ${formats.qualified}`,
        `spec.template.annotations: Invalid value: "_": ${formats.qualified}`,
        'spec.template.annotations[kubernetes.io/config.mirror]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set',
      ],
    ],
  ];
}
