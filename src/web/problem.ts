/** Refusals as pages: what happened, what it means for the reader, how long to wait, and a way back. */
import { PROBLEMS, type Problem, problemHeaders } from '../http/problems.ts';
import type { HttpAnswer, RequestFacts } from '../http/route.ts';
import type { WebContext } from './context.ts';
import { EMPTY_FORM, tripForm } from './form.ts';
import { formatFor } from './format.ts';
import { type Html, html } from './html.ts';
import { localHref, type Tongue, tongueOf } from './language.ts';
import { renderPage } from './layout.ts';
import { HTML_TYPE } from './send.ts';
import type { Texts } from './texts/index.ts';

export function problemPage(context: WebContext, problem: Problem, tongue: Tongue): HttpAnswer {
  const { texts } = tongue;
  const { title, lines } = explain(problem, tongue, context.contact);
  const withForm = problem.code === 'plan_gone' || problem.code === 'not_found';
  const main = html`<section class="hero">
<p class="status">${PROBLEMS[problem.code].status}</p>
<h1>${title}</h1>
${lines}
<p><a class="back" href="${localHref('/', tongue)}">${texts.problems.back}</a></p>
${withForm && tripForm(context, tongue, EMPTY_FORM)}
</section>`;
  return problemAnswer(
    problem,
    tongue,
    renderPage(context, { tongue, title, self: '/', main, kind: 'problem', indexed: false }),
  );
}

export const problemAnswer = (problem: Problem, { texts }: Tongue, body: string): HttpAnswer => ({
  status: PROBLEMS[problem.code].status,
  headers: {
    ...problemHeaders(problem),
    'Content-Type': HTML_TYPE,
    'Content-Language': texts.code,
    Vary: 'Accept-Language',
  },
  body,
});

/** For the app: errors of page routes that happen before or outside a handler. */
export const problemRenderer =
  (context: WebContext) =>
  (problem: Problem, request?: Pick<RequestFacts, 'headers'>): HttpAnswer =>
    problemPage(context, problem, tongueOf('', request?.headers ?? {}));

interface Explained {
  readonly title: string;
  readonly lines: Html;
}

function explain(problem: Problem, tongue: Tongue, contact: string): Explained {
  const { problems } = tongue.texts;
  const { code, retryAfterSeconds } = problem;
  const time = retryAfterSeconds === undefined ? null : formatFor(tongue.texts).wait(retryAfterSeconds);
  if (code === 'rate_limited') {
    const wait = time === null ? null : html`<p class="wait">${problems.rate_limited.wait(time)}</p>`;
    const more = html`<p><a href="${contact}">${problems.rate_limited.more}</a></p>`;
    return {
      title: problems.rate_limited.title,
      lines: html`<p>${whichLimit(problem, tongue.texts)}</p>${wait}${more}`,
    };
  }
  if (PROBLEMS[code].status === 503) {
    const cause =
      code === 'data_unavailable'
        ? problems.unavailable.data
        : code === 'protection_unavailable'
          ? problems.unavailable.protection
          : null;
    const wait = time === null ? null : html`<p class="wait">${problems.unavailable.wait(time)}</p>`;
    return {
      title: problems.unavailable.title,
      lines: html`<p>${cause} ${problems.unavailable.text}</p>${wait}`,
    };
  }
  const known =
    code === 'not_found' || code === 'method_not_allowed' || code === 'plan_gone'
      ? problems[code]
      : problems.other;
  return { title: known.title, lines: html`<p>${known.text}</p>` };
}

function whichLimit({ limit }: Problem, { problems }: Texts): string {
  if (limit?.name === 'burst') return problems.rate_limited.burst;
  return limit?.name === 'comparison.uncached.day'
    ? problems.rate_limited.uncached
    : problems.rate_limited.text;
}
