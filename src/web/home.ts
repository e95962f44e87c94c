/** The home page, and the statements about the operator that other pages repeat. */
import type { Catalogue } from '../catalogue/catalogue.ts';
import { centsToUsd } from '../domain/money.ts';
import { regionNamed } from '../domain/places/region-destinations.ts';
import type { Texts } from '../texts/texts.ts';
import type { WebContext } from './context.ts';
import { type GlobeMark, globe } from './globe.ts';
import { type Html, html } from './html.ts';
import type { Language } from './language.ts';
import { renderPage } from './layout.ts';
import { icon } from './pictures.ts';
import { countsText, popularPlaces, regionLinks, regionsWithPage } from './place-links.ts';
import { wrongPriceLink } from './report.ts';
import { siteData } from './structured-data.ts';
import { EMPTY_FORM, tripForm } from './trip/form.ts';

const PROMISE_ICONS = ['calendar', 'unclear', 'check'] as const;

export function homePage(context: WebContext, language: Language): string {
  const { texts } = language;
  const catalogue = context.catalogue();
  const tagline = context.brand?.tagline.get(texts.code);
  const main = html`<section class="hero">
${globe(globeMarks(context, language))}
<h1>${texts.title}</h1>
<p class="lead">${tagline ?? texts.tagline}</p>
${tripForm(context, language, EMPTY_FORM)}
</section>
${sampleBanner(catalogue?.sample ?? false, texts)}
<section class="start">
${lastTrips(language)}
${catalogue !== null && popular(context, catalogue, language)}
<h2>${texts.home.how}</h2>
<ul class="promises">
${Object.values(texts.home.promises).map(({ name, text }, at) => html`<li>${icon(PROMISE_ICONS[at] ?? 'info')}<h3>${name}</h3><p>${text}</p></li>\n`)}</ul>
${honestyBox(context, language)}
</section>`;
  const page = {
    language,
    title: texts.title,
    self: '/',
    main,
    kind: 'home',
    data: siteData(context, language),
  } as const;
  return renderPage(context, { ...page, ...(tagline !== undefined && { description: tagline }) });
}

/** The script fills it with the trips that were opened on this device. */
const lastTrips = ({ texts: { lastTrips: labels }, link }: Language): Html =>
  html`<div class="last-trips" data-path="${link('/compare')}" hidden><h2>${labels.heading}</h2>
<ul></ul>
<p class="hint">${labels.kept} <button type="button" class="copy">${labels.forget}</button></p></div>`;

/** Destinations that are far enough from each other for their labels. */
const ON_GLOBE = ['IT', 'TR', 'TH', 'JP'];

function globeMarks({ lowestPrices }: WebContext, { format }: Language): GlobeMark[] {
  const lowest = lowestPrices();
  return ON_GLOBE.flatMap((code) => {
    const cents = lowest?.byCountry.get(code)?.normal ?? null;
    const money = cents === null ? null : format.money(centsToUsd(cents));
    return money === null ? [] : [{ code, name: format.country(code), money }];
  });
}

/** Words for commissions in the languages of the pages. */
const COMMISSION =
  /commission|affiliat|referral|provision|vermittlung|comisi[oó]n|afiliad|komisyon|ortaklık/i;

/** Whether links to providers earn money, as far as the settings say it. It is said before the results then. */
export const mayEarn = ({ hasTrackingLinks, funding }: WebContext): boolean =>
  hasTrackingLinks() || COMMISSION.test(funding ?? '');

export const sampleBanner = (isSample: boolean, texts: Texts): Html | null =>
  isSample ? html`<p class="banner" role="note">${icon('info')}${texts.notices.sample_data}</p>` : null;

/** What links earn, what part of the market is shown, and what to do about a wrong price. */
export function honestyBox(context: WebContext, language: Language): Html {
  const { texts, link } = language;
  const { honesty } = texts;
  const catalogue = context.catalogue();
  return html`<section class="honesty-box">
<ul>
<li>${honesty.links}</li>
${catalogue !== null && html`<li>${honesty.market({ providers: catalogue.providers.length })}</li>`}
<li>${wrongPriceLink(context, language)}${context.queries.reference().phones !== null && html` · <a href="${link('/phone')}">${texts.pages.phone}</a>`}</li>
</ul>
</section>`;
}

function popular(context: WebContext, catalogue: Catalogue, language: Language): Html {
  const { texts, link } = language;
  return html`<h2>${texts.home.popular}</h2>
${popularPlaces(context, catalogue, language)}
${regionLinks(
  regionsWithPage(catalogue).filter(({ name }) => regionNamed(name) !== null),
  language,
)}
<p class="counts"><a href="${link('/esim')}">${countsText(catalogue, language)}</a></p>`;
}
