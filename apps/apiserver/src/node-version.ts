const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

// Imported first, before modules whose code fails in earlier versions.
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`svc-apiserver needs Node 22.19 or later; this is ${process.version}\n`);
  process.exit(1);
}
