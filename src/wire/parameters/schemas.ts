/** The schemas of parameters, as OpenAPI and the tools publish them. */
import Type, { type TSchema } from 'typebox';
import { type Parameter, type Parameters, parametersOf } from './table.ts';

/** The schema of a parameter, with its description, default and example. */
export function schemaOf({ kind, description, example, ...rest }: Parameter, as: 'query' | 'tool'): TSchema {
  return {
    ...kind.schema[as],
    ...(rest.default !== undefined && { default: rest.default }),
    description: typeof description === 'string' ? description : description[as],
    ...(example !== undefined && { examples: [example] }),
  };
}

export const argumentsSchema = (parameters: Parameters) =>
  Type.Object(
    Object.fromEntries(
      parametersOf(parameters, 'tool').map(([name, parameter]) => {
        const schema = schemaOf(parameter, 'tool');
        return [name, parameter.isRequired ? schema : Type.Optional(schema)];
      }),
    ),
  );
