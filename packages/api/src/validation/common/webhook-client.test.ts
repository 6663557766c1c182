import { describe, expect, it } from "vitest";
import { formats } from "../testing/formats.ts";
import { judgeKind } from "../testing/judge-kind.ts";

describe("how webhooks are reached", () => {
  const judged = judgeKind({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    webhooks: [],
  });

  describe("a client", () => {
    const wrap = (clientConfig: object): object => ({
      webhooks: [{ name: "a.b.c", sideEffects: "None", admissionReviewVersions: ["v1"], clientConfig }],
    });
    it.each<[object, readonly string[]]>([
      [{}, [": Required value: exactly one of url or service is required"]],
      [
        { url: "https://a.b", service: { name: "n", namespace: "ns" } },
        [": Required value: exactly one of url or service is required"],
      ],
      [
        { url: "http://a.b" },
        [".url: Invalid value: \"http\": 'https' is the only allowed URL scheme; desired format: https://host[/path]"],
      ],
      [
        { url: "" },
        [
          ".url: Invalid value: \"\": 'https' is the only allowed URL scheme; desired format: https://host[/path]",
          '.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
        ],
      ],
      [{ url: "https://" }, ['.url: Invalid value: "": host must be specified; desired format: https://host[/path]']],
      [
        { url: "https://u:p@a.b/x?y#z" },
        [
          '.url: Invalid value: "u:p": user information is not permitted in the URL',
          '.url: Invalid value: "z": fragments are not permitted in the URL',
          '.url: Invalid value: "y": query parameters are not permitted in the URL',
        ],
      ],
      [
        { url: "foo" },
        [
          ".url: Invalid value: \"\": 'https' is the only allowed URL scheme; desired format: https://host[/path]",
          '.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
        ],
      ],
      [{ url: "https://a.b:99999" }, []],
      [
        { url: "%zz" },
        [
          '.url: Required value: url must be a valid URL: parse "%zz": invalid URL escape "%zz"; desired format: https://host[/path]',
        ],
      ],
      [{ url: "HTTPS://A.b" }, []],
      [{ url: "https:///x" }, ['.url: Invalid value: "": host must be specified; desired format: https://host[/path]']],
      [{ url: "https://[::1]:80/a" }, []],
      [
        { url: "https://a b" },
        [
          '.url: Required value: url must be a valid URL: parse "https://a b": invalid character " " in host name; desired format: https://host[/path]',
        ],
      ],
      [
        { url: "://a" },
        [
          '.url: Required value: url must be a valid URL: parse "://a": missing protocol scheme; desired format: https://host[/path]',
        ],
      ],
      [{ url: "https://user@a" }, ['.url: Invalid value: "user": user information is not permitted in the URL']],
      [
        { url: "https://a:b" },
        [
          '.url: Required value: url must be a valid URL: parse "https://a:b": invalid port ":b" after host; desired format: https://host[/path]',
        ],
      ],
      [{ url: "https://a:" }, []],
      [
        { url: "https://a%20b" },
        [
          '.url: Required value: url must be a valid URL: parse "https://a%20b": invalid URL escape "%20"; desired format: https://host[/path]',
        ],
      ],
      [
        { url: "https://a/%zz" },
        [
          '.url: Required value: url must be a valid URL: parse "https://a/%zz": invalid URL escape "%zz"; desired format: https://host[/path]',
        ],
      ],
      [
        { url: "https://[::1" },
        [
          ".url: Required value: url must be a valid URL: parse \"https://[::1\": missing ']' in host; desired format: https://host[/path]",
        ],
      ],
      [
        { url: "https://a\u0001" },
        [
          '.url: Required value: url must be a valid URL: parse "https://a\\x01": net/url: invalid control character in URL; desired format: https://host[/path]',
        ],
      ],
      [{ url: "https:a" }, ['.url: Invalid value: "": host must be specified; desired format: https://host[/path]']],
      [
        { url: "a:b" },
        [
          ".url: Invalid value: \"a\": 'https' is the only allowed URL scheme; desired format: https://host[/path]",
          '.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
        ],
      ],
      [
        { url: "1a:b" },
        [
          '.url: Required value: url must be a valid URL: parse "1a:b": first path segment in URL cannot contain colon; desired format: https://host[/path]',
        ],
      ],
      [
        { url: "/a" },
        [
          ".url: Invalid value: \"\": 'https' is the only allowed URL scheme; desired format: https://host[/path]",
          '.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
        ],
      ],
      [
        { url: "a/b:c" },
        [
          ".url: Invalid value: \"\": 'https' is the only allowed URL scheme; desired format: https://host[/path]",
          '.url: Invalid value: "": host must be specified; desired format: https://host[/path]',
        ],
      ],
      [{ url: "https://a?" }, []],
      [{ url: "https://:pw@a" }, ['.url: Invalid value: ":pw": user information is not permitted in the URL']],
      [
        { url: "https://a\\b" },
        [
          '.url: Required value: url must be a valid URL: parse "https://a\\\\b": invalid character "\\\\" in host name; desired format: https://host[/path]',
        ],
      ],
      [
        { url: " https://a" },
        [
          '.url: Required value: url must be a valid URL: parse " https://a": first path segment in URL cannot contain colon; desired format: https://host[/path]',
        ],
      ],
      [
        { url: "//a" },
        [".url: Invalid value: \"\": 'https' is the only allowed URL scheme; desired format: https://host[/path]"],
      ],
      [
        { url: "https://u p@a" },
        [
          '.url: Required value: url must be a valid URL: parse "https://u p@a": net/url: invalid userinfo; desired format: https://host[/path]',
        ],
      ],
      [
        { url: "https://a/b%2" },
        [
          '.url: Required value: url must be a valid URL: parse "https://a/b%2": invalid URL escape "%2"; desired format: https://host[/path]',
        ],
      ],
      [{ service: { name: "n", namespace: "ns" } }, []],
      [
        { service: { name: "", namespace: "ns" } },
        [".service.namespace: Required value: service namespace is required"],
      ],
      [{ service: { name: "n", namespace: "" } }, [".service.name: Required value: service name is required"]],
      [
        { service: { name: "", namespace: "" } },
        [
          ".service.name: Required value: service name is required",
          ".service.namespace: Required value: service namespace is required",
        ],
      ],
      [{ service: { name: "n", namespace: "ns", path: "" } }, []],
      [{ service: { name: "n", namespace: "ns", path: "/" } }, []],
      [
        { service: { name: "n", namespace: "ns", path: "a" } },
        [
          ".service.path: Invalid value: \"a\": must start with a '/'",
          '.service.path: Invalid value: "a": segment[0] may not be empty',
        ],
      ],
      [
        { service: { name: "n", namespace: "ns", path: "a/b" } },
        [
          ".service.path: Invalid value: \"a/b\": must start with a '/'",
          '.service.path: Invalid value: "a/b": segment[0] may not be empty',
        ],
      ],
      [
        { service: { name: "n", namespace: "ns", path: "ab/" } },
        [".service.path: Invalid value: \"ab/\": must start with a '/'"],
      ],
      [
        { service: { name: "n", namespace: "ns", path: "a//" } },
        [
          ".service.path: Invalid value: \"a//\": must start with a '/'",
          '.service.path: Invalid value: "a//": segment[0] may not be empty',
          '.service.path: Invalid value: "a//": segment[1] may not be empty',
        ],
      ],
      [
        { service: { name: "n", namespace: "ns", path: "//" } },
        ['.service.path: Invalid value: "//": segment[0] may not be empty'],
      ],
      [
        { service: { name: "n", namespace: "ns", path: "///" } },
        [
          '.service.path: Invalid value: "///": segment[0] may not be empty',
          '.service.path: Invalid value: "///": segment[1] may not be empty',
        ],
      ],
      [
        { service: { name: "n", namespace: "ns", path: "/a//b" } },
        ['.service.path: Invalid value: "/a//b": segment[1] may not be empty'],
      ],
      [{ service: { name: "n", namespace: "ns", path: "/a/b/" } }, []],
      [
        { service: { name: "n", namespace: "ns", path: "/A_b/c.d/-e" } },
        [
          `.service.path: Invalid value: "/A_b/c.d/-e": segment[0]: ${formats.subdomain}`,
          `.service.path: Invalid value: "/A_b/c.d/-e": segment[2]: ${formats.subdomain}`,
        ],
      ],
      [
        { service: { name: "n", namespace: "ns", path: "/a?b" } },
        [`.service.path: Invalid value: "/a?b": segment[0]: ${formats.subdomain}`],
      ],
      [
        { service: { name: "n", namespace: "ns", port: 0 } },
        [`.service.port: Invalid value: 0: port is not valid: ${formats.port}`],
      ],
      [
        { service: { name: "n", namespace: "ns", port: 70000 } },
        [`.service.port: Invalid value: 70000: port is not valid: ${formats.port}`],
      ],
      [{ service: { name: "N_", namespace: "_" } }, []],
    ])("%j", (patch, errors) => {
      expect(judged.create(wrap(patch))).toEqual(errors.map((error) => `webhooks[0].clientConfig${error}`));
    });
  });
});
