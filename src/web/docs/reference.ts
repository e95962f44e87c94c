/** The API reference, drawn from the OpenAPI document: operations, parameters, answers, fields. */
import { type Html, html } from '../html.ts';

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
  readonly maxItems?: number;
  readonly pattern?: string;
}

interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
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
<p>Drawn from <a href="${root}/openapi.json">openapi.json</a>.</p>
${Object.entries(paths).map(([path, { get }]) => operation(path, get))}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => namedSchema(name, schema))}`;
}

function operation(
  path: string,
  { operationId, summary, description, parameters, responses }: Operation,
): Html {
  return html`<section class="operation">
<h3 id="${operationId}"><code>GET ${path}</code></h3>
<p><b>${summary}.</b> ${description}</p>
${
  parameters !== undefined &&
  table(
    `Parameters of ${path}`,
    ['Parameter', 'Type', 'Meaning'],
    parameters.map(({ name, required, schema, description: says }) => [
      html`<code>${name}</code>${required && ' (required)'}`,
      typeOf(schema),
      html`${says}`,
    ]),
  )
}
${table(
  `Answers of ${path}`,
  ['Status', 'Body', 'Meaning'],
  Object.entries(responses).map(([status, answer]) => [
    html`<code>${status}</code>`,
    bodies(answer),
    html`${answer.description}`,
  ]),
)}
${Object.entries(responses).map(([status, { content }]) => Object.values(content ?? {}).map(({ example }) => example !== undefined && html`<details><summary>Example of ${status} <span class="quiet">for ${path}</span></summary><pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre></details>`))}
</section>
`;
}

const bodies = ({ content }: Answer): Html =>
  html`${Object.entries(content ?? {}).map(([type, { schema }], index) => html`${index > 0 && html`<br>`}${typeOf(schema)} <small>${type}</small>`)}`;

const table = (name: string, heads: readonly string[], rows: readonly (readonly Html[])[]): Html =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="${name}"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table></div>`;

function namedSchema(name: string, schema: Schema): Html {
  return html`<section>
<h3 id="schema-${name}">${name}</h3>
<p>${schema.description}</p>
${table(`Fields of ${name}`, ['Field', 'Type', 'Meaning'], fieldRows(schema, ''))}
</section>
`;
}

/** Fields of fields are spelt with a dot, those of a list's items with brackets. */
function fieldRows(schema: Schema, prefix: string): (readonly Html[])[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]): (readonly Html[])[] => {
    const path = `${prefix}${name}`;
    const optional = !required.has(name) && ' (optional)';
    const row = [html`<code>${path}</code>${optional}`, typeOf(field), html`${field.description}`];
    const inner = partsOf(field).flatMap((part) =>
      part.items === undefined ? fieldRows(part, `${path}.`) : fieldRows(part.items, `${path}[].`),
    );
    return [row, ...inner];
  });
}

const partsOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? [schema];

function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.anyOf?.every((part) => part.const !== undefined)) {
    return html`${schema.anyOf.map((part, index) => html`${index > 0 && ' | '}<code>${JSON.stringify(part.const)}</code>`)}`;
  }
  if (schema.anyOf !== undefined)
    return html`${schema.anyOf.map((part, index) => html`${index > 0 && ' | '}${typeOf(part)}`)}`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined) {
    return html`${schema.enum.map((value, index) => html`${index > 0 && ' | '}<code>${JSON.stringify(value)}</code>`)}`;
  }
  if (schema.items !== undefined) return html`list of ${typeOf(schema.items)}`;
  const type = typeof schema.type === 'string' ? schema.type : (schema.type ?? []).join(' | ');
  return html`${type}${schema.pattern !== undefined && html` <code>${schema.pattern}</code>`}${bounds(schema)}`;
}

function bounds({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return ` ${minimum} to ${maximum}`;
  return '';
}
