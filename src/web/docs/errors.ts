/** The page that every problem's `type` points at: one anchor for each code, explained by the API guide's own table. */
import { lexer, type Token, type Tokens } from 'marked';
import { PROBLEMS } from '../../http/problems.ts';
import { LIMIT_NAMES, PROBLEM_CODES, QUERY_FAULTS } from '../../wire/schemas/problem.ts';
import { type Html, html, trusted } from '../html.ts';
import { type MarkdownOptions, renderMarkdown } from './markdown.ts';

/** What the guide says about each code, as Markdown; read from its table, so that it is written in one place. */
function errorTexts(apiGuide: string): ReadonlyMap<string, string> {
  const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
  const rows = lexer(apiGuide)
    .filter(isTable)
    .flatMap(({ rows }) => rows);
  return new Map(
    rows.flatMap((cells): [string, string][] => {
      const code = cells[0]?.text.replaceAll('`', '') ?? '';
      const text = cells[2]?.text ?? '';
      return (PROBLEM_CODES as readonly string[]).includes(code) ? [[code, text]] : [];
    }),
  );
}

export function errorsPage(apiGuide: string, options: MarkdownOptions): Html {
  const texts = errorTexts(apiGuide);
  return html`<h1>Errors</h1>
<p>Every error of the API is <code>application/problem+json</code>. Its <code>type</code> points at one of the headings below, and its <code>code</code> is one of these for ever: the list may grow, nothing in it changes its meaning. No error is ever cached.</p>
${PROBLEM_CODES.map(
  (code) => html`<section class="error">
<h2 id="${code}"><code>${code}</code> <small>${PROBLEMS[code].status}</small></h2>
<p><b>${PROBLEMS[code].title}.</b></p>
${trusted(renderMarkdown(texts.get(code) ?? '', options).body)}
${code === 'invalid_query' && html`<p>Each fault’s <code>code</code>: ${codes(QUERY_FAULTS)}.</p>`}
${code === 'rate_limited' && html`<p>The member <code>limit</code> names which: ${codes(LIMIT_NAMES)}. The headers <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> describe it. See <a href="${options.link('/docs/limits')}">limits</a>.</p>`}
</section>
`,
)}`;
}

const codes = (list: readonly string[]): Html =>
  html`${list.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}`;
