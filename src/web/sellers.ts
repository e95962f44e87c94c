/** `/providers` and `/providers/{provider}`: what the catalogue knows of each seller. The pages state facts and give no ratings. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type SellerFacts, STATEMENTS } from '../catalogue/seller-facts.ts';
import { type Coupon, verificationAt } from '../domain/coupon.ts';
import { DAY_MS } from '../domain/freshness.ts';
import { fold } from '../domain/places/fold.ts';
import type { Provider } from '../domain/plan.ts';
import { type Problem, unavailable } from '../http/problems.ts';
import type { HttpAnswer, RequestFacts, Route } from '../http/router.ts';
import { conditionsOf, conditionText, discountText } from '../wire/sentences/offers.ts';
import type { WebContext } from './context.ts';
import { sampleBanner } from './home.ts';
import { type Html, html, htmlMessage } from './html.ts';
import type { Language } from './language.ts';
import { renderPage } from './layout.ts';
import type { PageCaches } from './page-caches.ts';
import { CACHED, inAllLanguages, pageRoute, preparedPage, requestedPage } from './page-routes.ts';
import { problemPage } from './problem.ts';
import { couponName } from './results/coupons.ts';
import { sellerLabel } from './seller-name.ts';
import { sendOnce, sendPage } from './send.ts';
import { type Crumb, crumbLine, pathData } from './structured-data.ts';
import { EMPTY_FORM, languageField } from './trip/form.ts';

const PER_PAGE = 50;
/** Few people look at later pages of the list. */
const PREPARED_PAGE = 1;
const SEARCH_MAX = 60;
const COUPONS_MAX = 20;
/** Search engines may list the page of a seller with as many plans. */
const INDEXED_PLANS = 5;

export const sellerPath = (provider: string): string => `/providers/${provider}`;

/** Sellers whose pages search engines may list. */
export const indexedSellers = ({ providers, sellerFacts }: Catalogue): Provider[] =>
  providers.filter(({ id }) => isIndexed(sellerFacts.get(id)));

const isIndexed = (facts: SellerFacts | undefined): boolean => (facts?.plans ?? 0) >= INDEXED_PLANS;

interface Listed {
  readonly provider: Provider;
  readonly facts: SellerFacts;
  /** The name as it is searched. */
  readonly folded: string;
}

const lists = new WeakMap<Catalogue, readonly Listed[]>();

/** The sellers with plans by name, once for each snapshot: a search must not fold every name again. */
function sellersOf(catalogue: Catalogue): readonly Listed[] {
  const known = lists.get(catalogue);
  if (known !== undefined) return known;
  const all = catalogue.providers.flatMap((provider): Listed[] => {
    const facts = catalogue.sellerFacts.get(provider.id);
    return facts === undefined ? [] : [{ provider, facts, folded: fold(provider.name) }];
  });
  const { compare } = new Intl.Collator('en');
  const sorted = all.sort((a, b) => compare(a.provider.name, b.provider.name));
  lists.set(catalogue, sorted);
  return sorted;
}

const NO_SELLER: Problem = { code: 'not_found', detail: 'No provider of the catalogue has this id.' };

export function sellerRoutes(context: WebContext, caches: PageCaches): Route[] {
  // An observation or the end of a coupon changes a page, but not the version of the catalogue.
  const versionOf = ({ version, serial }: Catalogue) =>
    `${version} ${serial} ${Math.floor(context.clock() / DAY_MS)}`;
  const listed = (catalogue: Catalogue, language: Language, page: number) => {
    const key = { path: `/providers ${page}`, language, version: versionOf(catalogue) };
    const keep = page === PREPARED_PAGE ? preparedPage : requestedPage;
    return keep(caches, key, () => listPage(context, catalogue, language, { text: '', page }));
  };
  const route = (
    path: string,
    handle: (
      request: RequestFacts,
      language: Language,
      catalogue: Catalogue,
    ) => HttpAnswer | Promise<HttpAnswer>,
  ): Route =>
    pageRoute(context, path, (request, language) => {
      const catalogue = context.catalogue();
      // Search engines keep a page after a 503, and remove it after a 404.
      if (catalogue === null) return problemPage(context, unavailable('data'), language);
      return handle(request, language, catalogue);
    });
  return [
    {
      ...route('/providers', (request, language, catalogue) => {
        const query = new URLSearchParams(request.query);
        const text = (query.get('q') ?? '').trim().slice(0, SEARCH_MAX).toWellFormed();
        const page = pageOf(query.get('page'));
        if (text !== '')
          return sendOnce(listPage(context, catalogue, language, { text, page }), 200, language, CACHED);
        const last = lastPage(sellersOf(catalogue).length);
        if (page > last) return problemPage(context, NO_SELLER, language);
        return sendPage(listed(catalogue, language, page), request, language, CACHED);
      }),
      prepare: () => {
        const catalogue = context.catalogue();
        return catalogue === null
          ? []
          : inAllLanguages(context, (language) => listed(catalogue, language, PREPARED_PAGE));
      },
    },
    route('/providers/:provider', (request, language, catalogue) => {
      const id = request.params['provider'] ?? '';
      const provider = catalogue.provider(id);
      const facts = catalogue.sellerFacts.get(id);
      const retry = { self: '/providers', form: EMPTY_FORM };
      if (provider === null || facts === undefined) return problemPage(context, NO_SELLER, language, retry);
      const key = { path: sellerPath(id), language, version: versionOf(catalogue) };
      const page = requestedPage(caches, key, () =>
        sellerPage(context, catalogue, language, { provider, facts }),
      );
      return sendPage(page, request, language, CACHED);
    }),
  ];
}

/** Pages count from 1. Anything that is no number of a page means the first one. */
const pageOf = (text: string | null): number => (/^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 1);

const lastPage = (sellers: number): number => Math.max(1, Math.ceil(sellers / PER_PAGE));

interface Asked {
  readonly text: string;
  readonly page: number;
}

function listPage(
  context: WebContext,
  catalogue: Catalogue,
  language: Language,
  { text, page }: Asked,
): string {
  const { texts, link } = language;
  const { sellers: words } = texts;
  const all = sellersOf(catalogue);
  const asked = fold(text);
  const found = text === '' ? all : all.filter(({ folded }) => folded.includes(asked));
  const pageCount = lastPage(found.length);
  const shown = found.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const pathOf = (n: number) => {
    const query = new URLSearchParams({ ...(text !== '' && { q: text }), ...(n > 1 && { page: String(n) }) });
    return query.size === 0 ? '/providers' : `/providers?${query.toString()}`;
  };
  const item = ({ provider, facts }: Listed) =>
    html`<li><a href="${link(sellerPath(provider.id))}">${sellerLabel(provider, texts)}</a> <small>${facts.shops.length > 0 && `${facts.shops.join(', ')} · `}${texts.place.plans({ n: facts.plans })}</small></li>\n`;
  const lead = words.lead({ n: all.length });
  const previous = page > 1 && html`<a href="${link(pathOf(page - 1))}" rel="prev">${words.previous}</a> `;
  const position = html`<span>${words.page({ page, pages: pageCount })}</span>`;
  const next = page < pageCount && html` <a href="${link(pathOf(page + 1))}" rel="next">${words.next}</a>`;
  const pager = pageCount > 1 && html`<p class="pages">${previous}${position}${next}</p>`;
  const main = html`<article class="doc">
<h1>${words.title}</h1>
${sampleBanner(catalogue.sample, texts)}
<p>${lead} ${words.facts}</p>
<form class="find" action="${context.root}/providers" method="get" role="search">
${languageField(language)}<label for="q">${words.search}</label>
<input id="q" name="q" type="search" value="${text}" maxlength="${SEARCH_MAX}" autocomplete="off" spellcheck="false">
<button class="go" type="submit">${texts.place.find}</button>
</form>
${shown.length === 0 ? html`<p>${words.none}</p>` : html`<ul class="places">\n${shown.map(item)}</ul>`}
${pager}
</article>`;
  return renderPage(context, {
    language,
    title: words.title,
    description: lead,
    self: pathOf(page),
    main,
    kind: 'text',
    isIndexed: text === '',
  });
}

function sellerPage(
  context: WebContext,
  catalogue: Catalogue,
  language: Language,
  { provider, facts }: { readonly provider: Provider; readonly facts: SellerFacts },
): string {
  const { texts, format } = language;
  const { sellers: words, card } = texts;
  const { refund, homepage } = provider;
  const name = sellerLabel(provider, texts);
  const above: readonly Crumb[] = [{ name: words.title, path: '/providers' }];
  const self = sellerPath(provider.id);
  const plans = texts.place.plans({ n: facts.plans });
  const destinations = words.destinations({ n: facts.destinations });
  const description = words.description({ name, plans, destinations });
  const row = (label: string, value: Html | string) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`;
  const share = (stated: number | null) =>
    stated === null ? words.notApplicable : format.percent(Math.round(stated * 100) / 100);
  const day = (at: number) => format.date(new Date(at).toISOString());
  const time = (at: number) => {
    const iso = new Date(at).toISOString();
    return html`<time datetime="${iso}">${format.dateTime(iso)}</time>`;
  };
  const isOneTime = facts.oldestPrice === facts.newestPrice;
  const age = isOneTime
    ? time(facts.newestPrice)
    : htmlMessage(words.ageRange, { from: time(facts.oldestPrice), to: time(facts.newestPrice) });
  const main = html`<article class="doc seller">
${crumbLine(above, language)}
<h1>${words.heading({ name })}</h1>
${sampleBanner(catalogue.sample, texts)}
<p>${words.facts}</p>
<dl>
${row(words.plansTitle, `${plans}, ${destinations}`)}${facts.shops.length > 0 && row(words.shop, facts.shops.join(', '))}${row(words.homepage, html`<a href="${homepage}" rel="nofollow noopener">${new URL(homepage).hostname}</a>`)}${row(words.since, day(facts.firstSeenAt))}${row(
  card.refund,
  refund === undefined
    ? words.unknown
    : html`<a href="${refund.url}" rel="nofollow noopener">${card.shopStates({ date: format.date(refund.checkedOn), text: refund.text })}</a>`,
)}</dl>
<h2>${words.prices}</h2>
<dl>
${row(words.age, age)}${row(words.changes, changesText(facts, language))}</dl>
<h2>${words.stated}</h2>
<p>${words.statedHint}</p>
<dl>
${STATEMENTS.map((name) => row(words.statements[name], share(facts.stated[name])))}</dl>
<h2>${words.coupons}</h2>
${couponList(catalogue.coupons.get(provider.id) ?? [], context.clock(), language)}
</article>`;
  return renderPage(context, {
    language,
    title: words.heading({ name }),
    description,
    self,
    data: pathData([...above, { name, path: self }], context, language),
    main,
    kind: 'text',
    isIndexed: isIndexed(facts),
  });
}

function changesText({ priceChanges, plans }: SellerFacts, { texts, format }: Language): string {
  const { sellers: words } = texts;
  if (priceChanges === null) return words.changesUnknown;
  const { plans: n, medianPercent } = priceChanges;
  if (medianPercent === null) return words.unchanged;
  const percent = format.percent(Math.max(1, Math.round(medianPercent)) / 100);
  return words.changed({ n, all: plans, percent });
}

/** The coupons that are valid now, each with every condition. */
function couponList(coupons: readonly Coupon[], now: number, { texts, format }: Language): Html {
  const valid = coupons.flatMap((coupon) => {
    const verification = verificationAt(coupon, now);
    const isOver = coupon.validUntil !== null && coupon.validUntil <= now;
    const isAhead = coupon.validFrom !== null && coupon.validFrom > now;
    return verification === 'expired' || isOver || isAhead ? [] : [{ ...coupon, verification }];
  });
  if (valid.length === 0) return html`<p>${texts.sellers.noCoupons}</p>`;
  const item = (coupon: (typeof valid)[number]) => {
    const name = couponName({ code: coupon.code, discount: discountText(coupon) }, format);
    const conditions = conditionsOf(coupon, []).map((one) => conditionText(one, texts.conditions, format));
    const seen = texts.card.couponSeen({ date: format.date(new Date(coupon.verifiedAt).toISOString()) });
    return html`<li><b>${name}</b> · ${[...conditions, seen].join(' · ')}</li>\n`;
  };
  return html`<ul>\n${valid.slice(0, COUPONS_MAX).map(item)}</ul>`;
}
