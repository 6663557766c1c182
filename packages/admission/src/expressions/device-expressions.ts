import {
  bindingsLibrary,
  CompileError,
  clusterEnv,
  createEnv,
  formatType,
  type NativeType,
  nativeMap,
  nativeObject,
  nativeScalar,
  parseType,
} from "@svc/cel";
import type { DeviceExpressions } from "@svc/schema";

/** The maximum number of attributes and capacities of a device. */
const maxProperties = 32;
const string = parseType("string");

/** Values by domain, then by name. */
function byDomain(type: string): { readonly native: NativeType } {
  const byName = nativeMap(string, nativeScalar(parseType(type)), maxProperties);
  return { native: nativeMap(string, byName, maxProperties) };
}

/** Expressions that select a device. Type names are as in the original's errors. */
export function deviceExpressions(): DeviceExpressions {
  const fields = new Map([
    ["driver", { property: "driver", native: nativeScalar(string) }],
    ["attributes", { property: "attributes", ...byDomain("dyn") }],
    ["capacity", { property: "capacity", ...byDomain("kubernetes.Quantity") }],
  ]);
  const { libraries = [], ...cluster } = clusterEnv();
  const env = createEnv({
    ...cluster,
    libraries: [...libraries, bindingsLibrary()],
    variables: { device: nativeObject("kubernetes.DRADevice", fields) },
  });
  return {
    compile: (text) => {
      try {
        const program = env.compile(text);
        return { type: formatType(program.type), maxCost: program.estimatedCost.max };
      } catch (error) {
        if (error instanceof CompileError) return { error: error.message };
        throw error;
      }
    },
  };
}
