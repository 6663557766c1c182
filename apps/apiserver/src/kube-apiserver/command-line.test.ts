import { describe, expect, test } from "vitest";
import { CommandLineError, readCommandLine } from "./command-line.ts";
import { flagTable } from "./grammar/flag-table.ts";

describe("a command line of kube-apiserver", () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ["event-ttl", ["--event-ttl", "1h30m"], ["1h30m"]],
    ["event-ttl", ["--event-ttl=1h", "--event-ttl=2h"], ["2h"]],
    ["secure-port", ["--secure_port=0x10"], ["16"]],
    ["secure-port", ["--secure-port=010"], ["8"]],
    ["secure-port", ["--secure-port=1_000"], ["1000"]],
    ["min-request-timeout", ["--min-request-timeout=-0b11"], ["-3"]],
    ["allow-privileged", ["--allow-privileged"], ["true"]],
    ["allow-privileged", ["--allow-privileged=F"], ["false"]],
    [
      "authorization-mode",
      ["--authorization-mode=Node,RBAC", "--authorization-mode", "Webhook"],
      ["Node", "RBAC", "Webhook"],
    ],
    ["disable-admission-plugins", ["--disable-admission-plugins="], []],
    ["cors-allowed-origins", ['--cors-allowed-origins="a,b",c,"d""e"'], ["a,b", "c", 'd"e']],
    ["service-account-issuer", ["--service-account-issuer=a,b", "--service-account-issuer=c"], ["a,b", "c"]],
    ["bind-address", ["--bind-address", " ::1 "], ["::1"]],
    ["service-node-port-range", ["--service-node-port-range=5+3"], ["5-8"]],
    ["service-node-port-range", ["--service-node-port-range=5"], ["5-5"]],
    ["tls-sni-cert-key", ["--tls-sni-cert-key=a.crt,a.key:one,two"], ["a.crt,a.key:one,two"]],
    ["goaway-chance", ["--goaway-chance=1e-3"], ["0.001"]],
    ["v", ["-v=3"], ["3"]],
    ["v", ["-v", "4"], ["4"]],
    ["v", ["-v5"], ["5"]],
    ["v", ["--v=12"], ["12"]],
    ["help", ["-h"], ["true"]],
    ["version", ["--version"], ["true"]],
    ["version", ["--version=raw"], ["raw"]],
  ])("--%s is read from %j", (name, args, want) => {
    expect(readCommandLine(args).values.get(name)).toEqual(want);
  });

  test.each([
    ["--nonsense", "unknown flag: --nonsense"],
    ["--foo_bar=1", "unknown flag: --foo_bar"],
    ["-x", "unknown shorthand flag: 'x' in -x"],
    ["---x", "bad flag syntax: ---x"],
    ["--=x", "bad flag syntax: --=x"],
    ["extra", '"kube-apiserver" does not take any arguments, got ["extra"]'],
    ["--etcd-servers", "flag needs an argument: --etcd-servers"],
    ["-v", "flag needs an argument: 'v' in -v"],
    ["-vx", 'invalid argument "x" for "-v, --v" flag: strconv.ParseUint: parsing "x": invalid syntax'],
    [
      "--v=2147483648",
      'invalid argument "2147483648" for "-v, --v" flag: strconv.ParseUint: parsing "2147483648": value out of range',
    ],
    ["--secure-port=", 'invalid argument "" for "--secure-port" flag: strconv.ParseInt: parsing "": invalid syntax'],
    [
      "--secure-port=1.5",
      'invalid argument "1.5" for "--secure-port" flag: strconv.ParseInt: parsing "1.5": invalid syntax',
    ],
    [
      "--secure-port=0b2",
      'invalid argument "0b2" for "--secure-port" flag: strconv.ParseInt: parsing "0b2": invalid syntax',
    ],
    [
      "--secure-port=9223372036854775808",
      'invalid argument "9223372036854775808" for "--secure-port" flag: strconv.ParseInt: parsing "9223372036854775808": value out of range',
    ],
    [
      "--kubelet-port=-1",
      'invalid argument "-1" for "--kubelet-port" flag: strconv.ParseUint: parsing "-1": invalid syntax',
    ],
    [
      "--allow-privileged=maybe",
      'invalid argument "maybe" for "--allow-privileged" flag: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
    ["--event-ttl=5", 'invalid argument "5" for "--event-ttl" flag: time: missing unit in duration "5"'],
    ["--event-ttl=1.5d", 'invalid argument "1.5d" for "--event-ttl" flag: time: unknown unit "d" in duration "1.5d"'],
    ["--bind-address=foo", 'invalid argument "foo" for "--bind-address" flag: failed to parse IP: "foo"'],
    [
      "--goaway-chance=1e999",
      'invalid argument "1e999" for "--goaway-chance" flag: strconv.ParseFloat: parsing "1e999": value out of range',
    ],
    [
      "--audit-log-batch-throttle-qps=1e60",
      'invalid argument "1e60" for "--audit-log-batch-throttle-qps" flag: strconv.ParseFloat: parsing "1e60": value out of range',
    ],
    [
      "--tls-sni-cert-key=a,b:",
      'invalid argument "a,b:" for "--tls-sni-cert-key" flag: empty names list is not allowed',
    ],
    [
      "--tls-sni-cert-key=a,b,c",
      'invalid argument "a,b,c" for "--tls-sni-cert-key" flag: expected comma separated certificate and key file paths',
    ],
    [
      "--service-node-port-range=5-4",
      'invalid argument "5-4" for "--service-node-port-range" flag: end port cannot be less than start port: 5-4',
    ],
    [
      "--service-node-port-range=-5",
      'invalid argument "-5" for "--service-node-port-range" flag: strconv.Atoi: parsing "": invalid syntax',
    ],
    [
      "--service-node-port-range=1-70000",
      'invalid argument "1-70000" for "--service-node-port-range" flag: the port range cannot be greater than 65535: 1-70000',
    ],
    [
      "--allow-metric-labels=x",
      'invalid argument "x" for "--allow-metric-labels" flag: x must be formatted as key=value',
    ],
    [
      "--allow-metric-labels=x,y=z,w,v=u",
      'invalid argument "x,y=z,w,v=u" for "--allow-metric-labels" flag: x must be formatted as key=value',
    ],
    [
      "--default-not-ready-toleration-seconds=x",
      'invalid argument "x" for "--default-not-ready-toleration-seconds" flag: parse error',
    ],
    [
      "--default-not-ready-toleration-seconds=9223372036854775808",
      'invalid argument "9223372036854775808" for "--default-not-ready-toleration-seconds" flag: value out of range',
    ],
    [
      "--goaway-chance=.",
      'invalid argument "." for "--goaway-chance" flag: strconv.ParseFloat: parsing ".": invalid syntax',
    ],
    [
      "--goaway-chance=1e400",
      'invalid argument "1e400" for "--goaway-chance" flag: strconv.ParseFloat: parsing "1e400": value out of range',
    ],
    [
      "--oidc-required-claim=x",
      'invalid argument "x" for "--oidc-required-claim" flag: malformed pair, expect string=string',
    ],
    ["--vmodule=x", 'invalid argument "x" for "--vmodule" flag: "x" does not have the pattern=N format'],
    [
      "--vmodule=a=x",
      'invalid argument "a=x" for "--vmodule" flag: parsing verbosity in "a=x": strconv.ParseUint: parsing "x": invalid syntax',
    ],
    [
      "--log-json-info-buffer-size=1Kii",
      `invalid argument "1Kii" for "--log-json-info-buffer-size" flag: unable to parse quantity's suffix`,
    ],
    [
      "--log-json-info-buffer-size=x",
      `invalid argument "x" for "--log-json-info-buffer-size" flag: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`,
    ],
    [
      '--tls-cipher-suites="a',
      String.raw`invalid argument "\"a" for "--tls-cipher-suites" flag: parse error on line 1, column 3: extraneous or missing " in quoted-field`,
    ],
    [
      '--tls-cipher-suites=a"b',
      String.raw`invalid argument "a\"b" for "--tls-cipher-suites" flag: parse error on line 1, column 2: bare " in non-quoted-field`,
    ],
    ["--version=x", 'invalid argument "x" for "--version" flag: strconv.ParseBool: parsing "x": invalid syntax'],
  ])("%s is refused with kube-apiserver's message", (arg, message) => {
    expect(() => readCommandLine([arg])).toThrow(new CommandLineError(message));
  });

  test.each([
    ["0x1p-7", "0.0078125"],
    ["1_0.5", "10.5"],
    ["-inf", "-Infinity"],
    ["nan", "NaN"],
  ])("reads the number %s", (text, value) => {
    expect(readCommandLine([`--goaway-chance=${text}`]).values.get("goaway-chance")).toEqual([value]);
  });

  test("warns about a deprecated flag", () => {
    expect(readCommandLine(["--enable-logs-handler"]).warnings).toEqual([
      "Flag --enable-logs-handler has been deprecated, Log handler functionality is deprecated",
    ]);
  });

  test("may give every flag its default", () => {
    const args = flagTable.filter(([, , byDefault]) => byDefault !== "").map(([name, , value]) => `--${name}=${value}`);
    expect(readCommandLine(args).values.size).toBe(args.length);
    expect(flagTable).toHaveLength(172);
  });
});
