/** The API reference, made from the OpenAPI document: operations, parameters, responses, fields. */
import { type Html, html, joined, type Part, table } from '../html.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example: unknown;
}

interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export function apiReference({ paths, components }: ApiDocument, root: string): Html {
  return html`<h2 id="reference">Reference</h2>
<p>Made from <a href="${root}/openapi.json">openapi.json</a>.</p>
${Object.entries(paths).map(([path, { get }]) => operation(path, get))}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => namedSchema(name, schema))}`;
}

function operation(
  path: string,
  { operationId, summary, description, parameters, responses }: Operation,
): Html {
  const parameterRows = parameters?.map(({ name, required, schema, description: meaning }) => [
    html`<code>${name}</code>${required && ' (required)'}`,
    typeOf(schema),
    meaning,
  ]);
  const answers = Object.entries(responses);
  const responseRows = answers.map(([status, answer]) => [
    html`<code>${status}</code>`,
    bodies(answer),
    answer.description,
  ]);
  return html`<section class="operation">
<h3 id="${operationId}"><code>GET ${path}</code></h3>
<p><b>${summary}.</b> ${description}</p>
${parameterRows && table(`Parameters of ${path}`, ['Parameter', 'Type', 'Meaning'], parameterRows)}
${table(`Responses of ${path}`, ['Status', 'Body', 'Meaning'], responseRows)}
${answers.map(([status, answer]) => examplesOf(path, status, answer))}
</section>
`;
}

function examplesOf(path: string, status: string, { content = {} }: Answer): Part[] {
  return Object.entries(content).map(([type, { example }]) => {
    if (example === undefined) return null;
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2);
    return html`<details><summary>Example of ${status}, ${type} <span class="quiet">for ${path}</span></summary><pre tabindex="0"><code>${text}</code></pre></details>`;
  });
}

const bodies = ({ content = {} }: Answer): Html =>
  joined(
    Object.entries(content).map(([type, { schema }]) => html`${typeOf(schema)} <small>${type}</small>`),
    html`<br>`,
  );

function namedSchema(name: string, schema: Schema): Html {
  return html`<section>
<h3 id="schema-${name}">${name}</h3>
<p>${schema.description}</p>
${table(`Fields of ${name}`, ['Field', 'Type', 'Meaning'], fieldRows(schema, ''))}
</section>
`;
}

/** Fields of an object are written with a dot, fields of list items with brackets. */
function fieldRows({ required = [], properties = {} }: Schema, prefix: string): (readonly Part[])[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const optional = !required.includes(name) && ' (optional)';
    const row = [html`<code>${path}</code>${optional}`, typeOf(field), field.description];
    const inner = (field.anyOf ?? [field]).flatMap((part) =>
      part.items === undefined ? fieldRows(part, `${path}.`) : fieldRows(part.items, `${path}[].`),
    );
    return [row, ...inner];
  });
}

function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.anyOf !== undefined) return joined(schema.anyOf.map(typeOf), ' | ');
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return joined(
      schema.enum.map((value) => typeOf({ const: value })),
      ' | ',
    );
  if (schema.items !== undefined) return html`list of ${typeOf(schema.items)}`;
  const { pattern, minimum, maximum } = schema;
  const bounds =
    minimum !== undefined && (maximum === undefined ? ` from ${minimum}` : ` ${minimum} to ${maximum}`);
  return html`${joined([schema.type ?? []].flat(), ' | ')}${pattern !== undefined && html` <code>${pattern}</code>`}${bounds}`;
}
