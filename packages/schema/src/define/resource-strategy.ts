import type { ResourceVersion } from "../definition.ts";
import type { Strategy } from "../strategy.ts";
import { noField } from "../structural/run-check.ts";
import { createValidator } from "../structural/validator.ts";
import type { Declaration } from "./declaration.ts";
import { declarationErrors } from "./declaration-errors.ts";
import { extensionStrategy } from "./extension-strategy.ts";
import type { DeclaredObject, ResourceOptions } from "./resource-options.ts";

/** The strategy of a declared type: it checks the schema, then refinements, then own rules. */
export function strategyOf<D extends Declaration>(options: ResourceOptions<D>, version: ResourceVersion): Strategy {
  const { schema: declaration, validate, checkMetadata, nameRule, strategy } = options;
  const validator = createValidator(version.schema, checkMetadata === undefined ? {} : { checkMetadata });
  return {
    ...extensionStrategy({
      hasStatus: version.subresources?.some((s) => s.name === "status") === true,
      validate: (object, old, context) => {
        // Refinements rely on the shape, and further rules on both: each runs only if the previous
        // ones pass.
        const shape = validator.validate(object, old);
        // For alternatives the declaration decides which one applies, and what it lacks.
        const ofAlternatives = shape.some(({ field }) => field === noField);
        if (shape.length > 0 && !ofAlternatives) return shape;
        const declared = declarationErrors(declaration, object, old);
        if (shape.length > 0 && declared.length === 0) return shape;
        if (declared.length > 0 || validate === undefined) return declared;
        return validate(object as DeclaredObject<D>, old as DeclaredObject<D> | undefined, context);
      },
    }),
    ...(nameRule === undefined ? {} : { nameRule }),
    ...strategy,
  };
}
