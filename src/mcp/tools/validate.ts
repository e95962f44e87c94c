/** Checks a tool's arguments with the schema that the tool publishes. */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { argumentFaults } from './arguments.ts';

export type Validated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly string[] };

export function createValidator<const T extends TSchema>(
  schema: T,
): (given: unknown) => Validated<Static<T>> {
  const compiled = Compile(schema);
  return (given) => {
    if (compiled.Check(given)) return { ok: true, value: given as Static<T> };
    const wrong = compiled.Errors(given).flatMap((error) => {
      // A missing argument is reported at its parent; every other fault at its own path.
      if (error.keyword === 'required') return error.params.requiredProperties;
      return error.instancePath.split('/')[1] ?? [];
    });
    return { ok: false, faults: argumentFaults(given, wrong) };
  };
}
