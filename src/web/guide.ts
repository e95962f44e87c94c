/** `/guide` and `/guide/{topic}`: help before and after the purchase. Each topic has its date and its sources, like a note. */

import type { Entry } from '../answers/cache.ts';
import { DAY_MS } from '../domain/freshness.ts';
import { NOT_FOUND, type RequestFacts, type Route } from '../http/router.ts';
import { type ShownTopic, shownTopics, type TripTraits, topicsFor } from '../reference/guide.ts';
import { GUIDE_TIMES, type GuideTime } from '../reference/schema.ts';
import type { WebContext } from './context.ts';
import { type Html, html, joined } from './html.ts';
import type { Language } from './language.ts';
import { renderPage } from './layout.ts';
import { roughDate, sourceLinks } from './notes.ts';
import type { PageCaches } from './page-caches.ts';
import { CACHED, inAllLanguages, pageRoute, preparedPage, requestedPage } from './page-routes.ts';
import { problemPage } from './problem.ts';
import { placeLanguage } from './region-name.ts';
import { capital } from './results/facts.ts';
import { sendPage } from './send.ts';
import { type Crumb, crumbLine, pathData } from './structured-data.ts';
import { EMPTY_FORM } from './trip/form.ts';

/** Names of phones are the same in every language. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['iphone', 'iPhone'],
  ['samsung', 'Samsung Galaxy'],
  ['pixel', 'Pixel'],
]);

export const guidePath = (topic: string): string => `/guide/${topic}`;

const topicsOf = ({ queries, clock }: Pick<WebContext, 'queries' | 'clock'>): readonly ShownTopic[] =>
  shownTopics(queries.reference().guide, clock());

export function guideRoutes(context: WebContext, caches: PageCaches): Route[] {
  /** A day later, a topic may be due for a review. A reload of the tables makes new routes. */
  const today = () => Math.floor(context.clock() / DAY_MS);
  const listed = (language: Language, topics: readonly ShownTopic[]) =>
    preparedPage(caches, { path: '/guide', language, version: today() }, () =>
      listPage(context, language, topics),
    );
  const detailed = (language: Language, topic: ShownTopic, topics: readonly ShownTopic[]) =>
    requestedPage(caches, { path: guidePath(topic.id), language, version: today() }, () =>
      topicPage(context, language, topic, topics),
    );
  const route = (
    path: string,
    find: (request: RequestFacts, language: Language, topics: readonly ShownTopic[]) => Entry | null,
  ): Route =>
    pageRoute(context, path, (request, language) => {
      const topics = topicsOf(context);
      const page = topics.length === 0 ? null : find(request, language, topics);
      if (page !== null) return sendPage(page, request, language, CACHED);
      const self = topics.length === 0 ? '/' : '/guide';
      return problemPage(context, NOT_FOUND, language, { self, form: EMPTY_FORM });
    });
  return [
    {
      ...route('/guide', (_, language, topics) => listed(language, topics)),
      prepare: () => {
        const topics = topicsOf(context);
        return topics.length === 0 ? [] : inAllLanguages(context, (language) => listed(language, topics));
      },
    },
    route('/guide/:topic', ({ params }, language, topics) => {
      const topic = topics.find(({ id }) => id === params['topic']);
      return topic === undefined ? null : detailed(language, topic, topics);
    }),
  ];
}

const linkTo = (topic: ShownTopic, { texts, link }: Language): Html =>
  html`<li><a href="${link(guidePath(topic.id))}">${topic.question[placeLanguage(texts)]}</a></li>\n`;

function byTime(topics: readonly ShownTopic[]): (readonly [GuideTime, readonly ShownTopic[]])[] {
  const groups = Map.groupBy(topics, ({ when }) => when);
  return GUIDE_TIMES.flatMap((time) => {
    const group = groups.get(time);
    return group === undefined ? [] : [[time, group] as const];
  });
}

function listPage(context: WebContext, language: Language, topics: readonly ShownTopic[]): string {
  const { guide: words } = language.texts;
  const main = html`<article class="doc">
<h1>${words.title}</h1>
<p>${words.lead}</p>
${byTime(topics).map(([time, group]) => html`<h2>${words.when[time]}</h2>\n<ul class="examples">\n${group.map((topic) => linkTo(topic, language))}</ul>\n`)}</article>`;
  const page = { language, title: words.title, description: words.lead, self: '/guide', main } as const;
  return renderPage(context, { ...page, kind: 'text' });
}

function topicPage(
  context: WebContext,
  language: Language,
  topic: ShownTopic,
  topics: readonly ShownTopic[],
): string {
  const { texts } = language;
  const { guide: words, results } = texts;
  const above: readonly Crumb[] = [{ name: words.title, path: '/guide' }];
  const self = guidePath(topic.id);
  const code = placeLanguage(texts);
  const { question, answer, steps, applies_to: phones, checked_on: date, mayHaveChanged } = topic;
  const title = question[code];
  const isForAll = phones.includes('all');
  const asOf = date === null ? words.undated : results.asOf({ date: roughDate(date, language) });
  const others = topics.filter(({ id, when }) => when === topic.when && id !== topic.id);
  const main = html`<article class="doc">
${crumbLine(above, language)}
<h1>${title}</h1>
${!isForAll && html`<p class="fine">${words.appliesTo({ phones: language.format.list(phones.map((name) => NAMES.get(name) ?? words.otherAndroid)) })}</p>\n`}<p>${answer[code]}</p>
${steps.length > 0 && html`<ol>\n${steps.map((step) => html`<li>${step[code]}</li>\n`)}</ol>\n`}<p class="fine">${capital(asOf)}. ${mayHaveChanged && `${results.mayHaveChanged} `}${results.sources} ${joined(sourceLinks(topic.sources, language), ', ')}</p>
${others.length > 0 && html`<h2>${words.when[topic.when]}</h2>\n<ul class="examples">\n${others.map((other) => linkTo(other, language))}</ul>\n`}</article>`;
  return renderPage(context, {
    language,
    title,
    description: answer[code],
    self,
    data: pathData([...above, { name: title, path: self }], context, language),
    main,
    kind: 'text',
  });
}

/** The topics that fit a trip, for the page of its results. null: there is no guide. */
export function guideLinks(context: WebContext, traits: TripTraits, language: Language): Html | null {
  const { guide: words } = language.texts;
  const topics = topicsFor(topicsOf(context), traits);
  if (topics.length === 0) return null;
  return html`<section class="guide-links credit-box"><h2><a href="${language.link('/guide')}">${words.title}</a></h2>
<ul class="examples">
${topics.map((topic) => linkTo(topic, language))}</ul>
</section>
`;
}
