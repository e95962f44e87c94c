/**
 * The request builder of the API page: a field for each parameter, the address, and the request as code. It is a plain
 * form that shows the request of its fields. The script updates the request while somebody types, and shows the response.
 */
import type { WebContext } from '../context.ts';
import { type Html, html } from '../html.ts';
import type { ApiDocument, Parameter } from './reference.ts';

const PATH = '/api/v1/plans';
/** The first example, which has a short response. */
const USUAL = { country: 'TR', days: '7', need: 'normal', limit: '5' } as const;
/** Longer than any value that is accepted. */
const VALUE_LENGTH_MAX = 100;

export const builderParameters = ({ paths }: ApiDocument): readonly Parameter[] =>
  paths[PATH]?.get.parameters ?? [];

/** What the fields show: the parameters that an address has, or an example. */
export function builderValues(query: string, parameters: readonly Parameter[]): URLSearchParams {
  const given = new URLSearchParams(query);
  const known = parameters.flatMap(({ name }): [string, string][] => {
    const value = given.get(name)?.trim().slice(0, VALUE_LENGTH_MAX) ?? '';
    return value === '' ? [] : [[name, value]];
  });
  return new URLSearchParams(known.length > 0 ? known : USUAL);
}

/** Commas and colons are allowed in a query, and lists are easier to read with them. */
const queryText = (values: URLSearchParams): string =>
  values.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');

export function requestBuilder(
  { root, identity }: WebContext,
  parameters: readonly Parameter[],
  values: URLSearchParams,
  lang: string | null,
): Html {
  const query = queryText(values);
  const format = values.get('format') === 'csv' ? 'csv' : 'json';
  return html`<section class="builder">
<h2 id="request">Build a request</h2>
<form class="try-api" action="${root}/docs/api#request" method="get" aria-label="Build a request">
${lang !== null && html`<input type="hidden" name="lang" value="${lang}">\n`}${parameters.map((parameter) => field(parameter, values.get(parameter.name) ?? ''))}<button class="go" type="submit" data-send="Send the request">Show the request</button>
</form>
<div class="tried" role="status" hidden></div>
<div class="request">
${requestCode(`${identity.baseUrl}${PATH}?${query}`, format)}</div>
<p><a class="send" href="${root}${PATH}?${query}">Open the response</a>. A request counts as one of your comparisons, wherever it comes from.</p>
</section>
`;
}

function field({ name, required, schema, example }: Parameter, value: string): Html {
  const id = `try-${name}`;
  const { type, enum: choices, items, minimum, maximum } = schema;
  const attributes = html`id="${id}" name="${name}"${required && html` required`}`;
  const label = html`<label for="${id}">${name}</label>`;
  if (choices !== undefined)
    return html`<p>${label} <select ${attributes}>${!required && html`<option value="">–</option>`}${choices.map((choice) => html`<option${choice === value && html` selected`}>${String(choice)}</option>`)}</select></p>\n`;
  const isNumber = type === 'integer' || type === 'number';
  const kind = isNumber
    ? html`type="number" min="${minimum}" max="${maximum}" step="${type === 'integer' ? '1' : 'any'}"`
    : html`type="text" maxlength="${VALUE_LENGTH_MAX}" spellcheck="false"`;
  const words = items?.enum;
  return html`<p${words && html` class="wide"`}>${label} <input ${attributes} ${kind} value="${value}" placeholder="${String(example)}"${words && html` aria-describedby="${id}-words"`}>${words && html` <small id="${id}-words">any of ${words.join(', ')}</small>`}</p>\n`;
}

type Format = 'json' | 'csv';

/** The script replaces the address in each block, and shows the blocks of the chosen format. */
function requestCode(url: string, chosen: Format): Html {
  const block = (name: string, code: string, format?: Format) =>
    html`<div${format && html` data-format="${format}"`}${format !== undefined && format !== chosen && html` hidden`}><h3>${name}</h3>\n<pre tabindex="0"><code>${code}</code></pre></div>\n`;
  return html`${block('Address', url)}${block('curl', `curl '${url}'`)}${block('JavaScript', javaScript(url, 'json'), 'json')}${block('JavaScript', javaScript(url, 'csv'), 'csv')}${block('Python', python(url, 'json'), 'json')}${block('Python', python(url, 'csv'), 'csv')}`;
}

const javaScript = (url: string, format: Format): string =>
  `const response = await fetch('${url}');
if (!response.ok) throw new Error((await response.json()).detail);
${
  format === 'csv'
    ? 'console.log(await response.text());'
    : `const { orders, attribution } = await response.json();
for (const { price, provider, plan, url } of orders.Recommended) {
  console.log(price.usd, provider.name, plan.name, url);
}
console.log(attribution.text, attribution.url);`
}`;

const python = (url: string, format: Format): string =>
  format === 'csv'
    ? `import urllib.request

with urllib.request.urlopen('${url}') as response:
    print(response.read().decode())`
    : `import json
import urllib.request

with urllib.request.urlopen('${url}') as response:
    comparison = json.load(response)
for result in comparison['orders']['Recommended']:
    print(result['price']['usd'], result['provider']['name'], result['plan']['name'], result['url'])
print(comparison['attribution']['text'], comparison['attribution']['url'])`;
