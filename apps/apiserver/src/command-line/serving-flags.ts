import { type AddFlag, boolean, duration, integer, list, several } from "@svc/program";
import { parseCipherSuites } from "./cipher-suites.ts";
import { addEdgeFlags, type EdgeFlags } from "./edge-flags.ts";

/** Flags of the store and the port. Durations are milliseconds. */
export interface ServingFlags extends EdgeFlags {
  readonly dataDir: string;
  readonly storage: "embedded" | "memory" | "etcd";
  readonly unsafeNoFsync: boolean;
  readonly etcdServers: readonly string[];
  readonly etcdPrefix: string;
  readonly etcdCafile?: string;
  readonly etcdCertfile?: string;
  readonly etcdKeyfile?: string;
  readonly etcdCompactionInterval: number;
  readonly bindAddress: string;
  readonly advertiseAddress?: string;
  readonly endpointReconcilerType: "lease" | "master-count" | "none";
  readonly securePort: number;
  readonly certDir?: string;
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  /** `<certificate file>,<key file>[:<name>,…]`. */
  readonly tlsSniCertKey: readonly string[];
  readonly tlsMinVersion?: "VersionTLS12" | "VersionTLS13";
  readonly tlsCipherSuites: readonly string[];
  readonly http2MaxStreamsPerConnection: number;
  readonly shutdownDelayDuration: number;
  readonly shutdownSendRetryAfter: boolean;
}

/** Adds the flags of the store. */
export function addStorageFlags(add: AddFlag): void {
  add("--data-dir <path>", "directory of the embedded store, certificates and keys", (o) => o.default("./.svc"));
  add("--storage <engine>", "where objects are stored", (o) =>
    o.choices(["embedded", "memory", "etcd"]).default(undefined, "embedded, or etcd with --etcd-servers"),
  );
  add(
    "--unsafe-no-fsync [bool]",
    "do not flush commits to the disk; a crash of the machine can lose them. For tests",
    boolean(false),
  );
  add("--etcd-servers <urls>", "comma-separated URLs of etcd, as https://host:2379", list([]));
  add("--etcd-prefix <path>", "prefix of all keys in etcd", (o) => o.default("/registry"));
  add("--etcd-cafile <path>", "PEM file with the certificate authorities of etcd");
  add("--etcd-certfile <path>", "PEM file with the client certificate for etcd");
  add("--etcd-keyfile <path>", "PEM file with the key of the client certificate for etcd");
  add("--etcd-compaction-interval <duration>", "interval at which old revisions are removed; 0 never", duration("5m"));
}

/** Adds the flags of the port. */
export function addServingFlags(add: AddFlag): void {
  add("--bind-address <ip>", "address to listen on", (o) => o.default("0.0.0.0"));
  add("--secure-port <port>", "port to listen on; 0 selects a free port", integer(6443, 0, 65_535));
  add(
    "--advertise-address <ip>",
    "address at which members of the cluster reach the server; an endpoint of its service",
  );
  add(
    "--endpoint-reconciler-type <type>",
    "none: the server does not publish --advertise-address as an endpoint of its service; the others are alike",
    (o) => o.choices(["lease", "master-count", "none"]).default("lease"),
  );
  add(
    "--cert-dir <path>",
    "directory of the generated serving certificate, without --tls-cert-file (default: <data-dir>/pki)",
  );
  add("--tls-cert-file <path>", "PEM file with the serving certificate and its chain");
  add("--tls-private-key-file <path>", "PEM file with the key of the serving certificate");
  add(
    "--tls-sni-cert-key <cert,key[:names]>",
    "PEM files for clients that ask for one of the names (default: those of the certificate); can be repeated",
    several(),
  );
  add("--tls-min-version <version>", "minimum version of TLS", (o) =>
    o.choices(["VersionTLS12", "VersionTLS13"]).default(undefined, "VersionTLS12"),
  );
  add(
    "--tls-cipher-suites <names>",
    "comma-separated IANA names of cipher suites for TLS 1.2 (default: ECDHE with AES-GCM or ChaCha20)",
    (o) => o.argParser(parseCipherSuites).default([], ""),
  );
  add(
    "--http2-max-streams-per-connection <n>",
    "maximum number of concurrent HTTP/2 streams of a connection; 0 selects 1000",
    integer(0, 0, 1_000_000),
  );
  add(
    "--shutdown-delay-duration <duration>",
    "time that the server goes on serving after it reports that it is not ready",
    duration("0s"),
  );
  add(
    "--shutdown-send-retry-after [bool]",
    "refuse new requests with 429 after the shutdown delay, until those in flight are over",
    boolean(false),
  );
  addEdgeFlags(add);
}
