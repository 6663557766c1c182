import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { merged } from "../testing/judge.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("Secret", () => {
  const valid = {
    apiVersion: "v1",
    kind: "Secret",
    type: "Opaque",
    data: { a: "YQ==" },
    metadata: { name: "core-secret" },
  };
  const judged = judgeKind(valid);

  it.each<[object, readonly string[]]>([
    [{}, []],
    [{ data: { "a b": "YQ==" } }, [`data[a b]: Invalid value: "a b": ${formats.configKey}`]],
    [{ data: { "": "" } }, [`data[]: Invalid value: "": ${formats.configKey}`]],
    [{ data: { "..": "" } }, ["data[..]: Invalid value: \"..\": must not be '..'"]],
    [{ type: "" }, []],
    [{ type: "x y" }, []],
    [
      { type: "kubernetes.io/service-account-token" },
      ["metadata.annotations[kubernetes.io/service-account.name]: Required value"],
    ],
    [
      {
        type: "kubernetes.io/service-account-token",
        metadata: { annotations: { "kubernetes.io/service-account.name": "" } },
      },
      ["metadata.annotations[kubernetes.io/service-account.name]: Required value"],
    ],
    [
      {
        type: "kubernetes.io/service-account-token",
        metadata: { annotations: { "kubernetes.io/service-account.name": "default" } },
      },
      [],
    ],
    [{ type: "kubernetes.io/dockercfg" }, ["data[.dockercfg]: Required value"]],
    [
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": "" } },
      ['data[.dockercfg]: Invalid value: "<secret contents redacted>": unexpected end of JSON input'],
    ],
    [
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": "eA==" } },
      [
        "data[.dockercfg]: Invalid value: \"<secret contents redacted>\": invalid character 'x' looking for beginning of value",
      ],
    ],
    [{ type: "kubernetes.io/dockercfg", data: { ".dockercfg": "e30=" } }, []],
    [{ type: "kubernetes.io/dockercfg", data: { ".dockercfg": "bnVsbA==" } }, []],
    [
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": "eyJhIg==" } },
      ['data[.dockercfg]: Invalid value: "<secret contents redacted>": unexpected end of JSON input'],
    ],
    [
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": "eyJhIjoxfSB4" } },
      ["data[.dockercfg]: Invalid value: \"<secret contents redacted>\": invalid character 'x' after top-level value"],
    ],
    [
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": "W10=" } },
      [
        'data[.dockercfg]: Invalid value: "<secret contents redacted>": json: cannot unmarshal array into Go value of type map[string]interface {}',
      ],
    ],
    [
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": "MQ==" } },
      [
        'data[.dockercfg]: Invalid value: "<secret contents redacted>": json: cannot unmarshal number into Go value of type map[string]interface {}',
      ],
    ],
    [
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": "ImEi" } },
      [
        'data[.dockercfg]: Invalid value: "<secret contents redacted>": json: cannot unmarshal string into Go value of type map[string]interface {}',
      ],
    ],
    [
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": "dHJ1ZQ==" } },
      [
        'data[.dockercfg]: Invalid value: "<secret contents redacted>": json: cannot unmarshal bool into Go value of type map[string]interface {}',
      ],
    ],
    [
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": "MS41" } },
      [
        'data[.dockercfg]: Invalid value: "<secret contents redacted>": json: cannot unmarshal number into Go value of type map[string]interface {}',
      ],
    ],
    [
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": "eyJhIjoiXHgifQ==" } },
      ["data[.dockercfg]: Invalid value: \"<secret contents redacted>\": invalid character 'x' in string escape code"],
    ],
    [
      { type: "kubernetes.io/dockercfg", data: { ".dockercfg": "eyJhIjoxLH0=" } },
      [
        "data[.dockercfg]: Invalid value: \"<secret contents redacted>\": invalid character '}' looking for beginning of object key string",
      ],
    ],
    [{ type: "kubernetes.io/dockerconfigjson" }, ["data[.dockerconfigjson]: Required value"]],
    [
      { type: "kubernetes.io/dockerconfigjson", data: { ".dockerconfigjson": "WzE=" } },
      ['data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": unexpected end of JSON input'],
    ],
    [{ type: "kubernetes.io/dockerconfigjson", data: { ".dockerconfigjson": "eyJhdXRocyI6e319" } }, []],
    [{ type: "kubernetes.io/basic-auth" }, ["data[username]: Required value", "data[password]: Required value"]],
    [{ type: "kubernetes.io/basic-auth", data: { username: "" } }, []],
    [{ type: "kubernetes.io/basic-auth", data: { password: "YQ==" } }, []],
    [{ type: "kubernetes.io/ssh-auth" }, ["data[ssh-privatekey]: Required value"]],
    [{ type: "kubernetes.io/ssh-auth", data: { "ssh-privatekey": "" } }, ["data[ssh-privatekey]: Required value"]],
    [{ type: "kubernetes.io/tls" }, ["data[tls.crt]: Required value", "data[tls.key]: Required value"]],
    [{ type: "kubernetes.io/tls", data: { "tls.crt": "", "tls.key": "" } }, []],
    [{ type: "kubernetes.io/tls", data: { "tls.crt": "YQ==", "tls.key": "YQ==" } }, []],
    [{ type: "kubernetes.io/tls", data: { "tls.crt": "" } }, ["data[tls.key]: Required value"]],
    [{ type: "bootstrap.kubernetes.io/token" }, []],
    [
      { type: "kubernetes.io/tls", data: { "a b": "" } },
      [
        `data[a b]: Invalid value: "a b": ${formats.configKey}`,
        "data[tls.crt]: Required value",
        "data[tls.key]: Required value",
      ],
    ],
  ])("created with %j", (patch, errors) => {
    expect(judged.create(patch)).toEqual(errors);
  });

  it.each<[object, readonly string[]]>([
    [{ type: "x" }, ['type: Invalid value: "x": field is immutable']],
    [{ type: "" }, []],
    [{ type: null }, []],
    [{ data: { "a b": "" } }, [`data[a b]: Invalid value: "a b": ${formats.configKey}`]],
    [
      { type: "x", data: { "a b": "" } },
      ['type: Invalid value: "x": field is immutable', `data[a b]: Invalid value: "a b": ${formats.configKey}`],
    ],
    [{ immutable: true }, []],
  ])("updated with %j", (patch, errors) => {
    expect(judged.update(patch)).toEqual(errors);
  });

  const immutableSecret = judgeKind(merged(valid, { immutable: true }));

  it.each<[object, readonly string[]]>([
    [{ immutable: false }, ["immutable: Forbidden: field is immutable when `immutable` is set"]],
    [{ immutable: null }, ["immutable: Forbidden: field is immutable when `immutable` is set"]],
    [{ data: { a: "Yg==" } }, ["data: Forbidden: field is immutable when `immutable` is set"]],
    [{ data: null }, ["data: Forbidden: field is immutable when `immutable` is set"]],
    [{ stringData: { a: "a" } }, []],
    [
      { immutable: null, data: { "a b": "" }, type: "x" },
      [
        'type: Invalid value: "x": field is immutable',
        "immutable: Forbidden: field is immutable when `immutable` is set",
        "data: Forbidden: field is immutable when `immutable` is set",
        `data[a b]: Invalid value: "a b": ${formats.configKey}`,
      ],
    ],
  ])("an immutable secret updated with %j", (patch, errors) => {
    expect(immutableSecret.update(patch)).toEqual(errors);
  });

  const tlsSecret = judgeKind(merged(valid, { type: "kubernetes.io/tls", data: { "tls.crt": "", "tls.key": "" } }));

  it.each<[object, readonly string[]]>([[{ data: { "tls.key": null } }, ["data[tls.key]: Required value"]]])(
    "a TLS secret updated with %j",
    (patch, errors) => {
      expect(tlsSecret.update(patch)).toEqual(errors);
    },
  );
});
