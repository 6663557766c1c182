interface Launcher {
  /** The name of its files in the folder of libraries. */
  readonly program: string;
  /** The file to run there, and its first arguments. */
  readonly command: readonly string[];
  readonly lib: string;
  readonly node: string;
}

/**
 * A shell script that starts a program. Frameworks ask for the help before each start to find out
 * which flags there are, so it is a text: starting Node for it would take longer than all the rest.
 */
export function launcherOf({ program, command: [file = "", ...args], lib, node }: Launcher): string {
  const first = args.map((arg) => ` ${quote(arg)}`).join("");
  return `#!/bin/sh
# Made by svc-testing. The folder may be moved; it needs the Node that made it, or one on the PATH.
lib=\${0%/*}/lib
[ -d "$lib" ] || lib=${quote(lib)}
case "$1" in
  --help | -h) exec cat "$lib/${program}.help" ;;
  --version) exec cat "$lib/${program}.version" ;;
esac
node=${quote(node)}
[ -x "$node" ] || node=node
exec "$node" "$lib/${file}"${first} "$@"
`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
