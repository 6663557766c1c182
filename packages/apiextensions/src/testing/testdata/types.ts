// Generated from custom resource definitions by svc-types. Do not edit.

import type { metav1 } from "@svc/types";

/** Types map for `createClient<BuiltinTypes & ExtensionTypes>()` of `@svc/client`. */
export interface ExtensionTypes {
  "example.com/v1": {
    widgets: { kind: ExampleComWidgetV1; namespaced: true };
  };
  "example.com/v1beta1": {
    widgets: { kind: ExampleComWidgetV1beta1; namespaced: true };
  };
  "dns.example.com/v1": {
    records: { kind: Record; namespaced: false };
  };
  "other.example.com/v1": {
    widgets: { kind: OtherExampleComWidget; namespaced: true };
  };
}

/** A widget. It ends no comment: *\/ */
export interface ExampleComWidgetV1 {
  apiVersion?: "example.com/v1";
  kind: "Widget";
  metadata?: metav1.ObjectMeta;
  /**
   * The desired widget, in words that are long enough to need a second line of the docstring that
   * they become.
   *
   * - a list
   */
  spec: ExampleComWidgetV1Spec;
}

/**
 * The desired widget, in words that are long enough to need a second line of the docstring that
 * they become.
 *
 * - a list
 */
export interface ExampleComWidgetV1Spec {
  /**
   * How large it is.
   * @default 3
   */
  size?: number;
  color: "red" | "dark \"blue\"" | "";
  level?: 1 | 2 | null;
  port?: number | string;
  ports?: (number | string | null)[];
  labels?: { [key: string]: string };
  limits?: { [key: string]: ExampleComWidgetV1SpecLimitsValue };
  parts?: ExampleComWidgetV1SpecPartsItem[];
  template?: ExampleComWidgetV1SpecTemplate;
  typed?: ExampleComWidgetV1SpecTyped;
  raw?: unknown;
  ""?: unknown;
  options?: { [key: string]: unknown };
  open?: ExampleComWidgetV1SpecOpen;
  nothing?: { [key: string]: never };
  $ref?: string;
  "a-b"?: ExampleComWidgetV1SpecAB;
  "a.b"?: ExampleComWidgetV1SpecAB_2;
  "2nd"?: string[][];
  constructor?: boolean | null;
}

export interface ExampleComWidgetV1SpecLimitsValue {
  max?: number;
}

export interface ExampleComWidgetV1SpecPartsItem {
  name: string;
}

export interface ExampleComWidgetV1SpecTemplate {
  apiVersion: string;
  kind: string;
  metadata?: metav1.ObjectMeta;
  [key: string]: unknown;
}

export interface ExampleComWidgetV1SpecTyped {
  apiVersion: string;
  kind: "Pod";
  metadata?: metav1.ObjectMeta;
  spec?: ExampleComWidgetV1SpecTypedSpec;
}

export interface ExampleComWidgetV1SpecTypedSpec {
  size?: number;
}

export interface ExampleComWidgetV1SpecOpen {
  known?: boolean;
  [key: string]: unknown;
}

export interface ExampleComWidgetV1SpecAB {
  x?: string;
}

export interface ExampleComWidgetV1SpecAB_2 {
  x?: string;
}

/** @deprecated use v1 */
export interface ExampleComWidgetV1beta1 {
  apiVersion?: "example.com/v1beta1";
  kind: "Widget";
  metadata?: metav1.ObjectMeta;
  [key: string]: unknown;
}

export interface Record {
  apiVersion?: "dns.example.com/v1";
  kind: "Record";
  metadata?: metav1.ObjectMeta;
  spec?: { [key: string]: unknown };
}

export interface OtherExampleComWidget {
  apiVersion?: "other.example.com/v1";
  kind: "Widget";
  metadata?: metav1.ObjectMeta;
}
