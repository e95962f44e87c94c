// Runs inside every page that a test visits: what can only be measured there.
globalThis.inPage = { shift: 0 };

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) inPage.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });

inPage.focused = (attribute) => document.activeElement?.getAttribute(attribute) ?? '';

inPage.overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Far longer than any page takes; a page that paints nothing must not hold a test for ever. */
const PAINTED_WITHIN_MS = 20_000;
// A promise and not something to ask again and again: what asks from outside does so with eval, which the pages forbid.
inPage.firstPaint = () =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('nothing was painted')), PAINTED_WITHIN_MS);
    new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName('first-contentful-paint');
      if (entry !== undefined) resolve(entry.startTime);
    }).observe({ type: 'paint', buffered: true });
  });

/** Links and controls that stand alone and are too small to hit. */
inPage.smallTargets = (leastPx) => {
  const inText = (element) =>
    element.closest('p, li, dd, td, small') !== null && getComputedStyle(element).display === 'inline';
  return [...document.querySelectorAll('a, button, input:not([type=hidden]), summary, [role=tab]')]
    .filter((element) => element.checkVisibility() && !element.matches('.skip') && !inText(element))
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width < leastPx || height < leastPx;
    })
    .map((element) => element.outerHTML.slice(0, 120));
};

/** What axe finds; it is loaded before. In full: contrast too, and every card; else the first cards of each list. */
inPage.barriers = async (tags, isFull) => {
  // Faint lines behind the text hide its contrast from axe; the colour beneath them is what counts.
  for (const hero of document.querySelectorAll('.hero')) hero.style.backgroundImage = 'none';
  const { violations, passes } = await globalThis.axe.run(
    isFull ? document : { exclude: ['.card:nth-child(n + 4)'] },
    {
      runOnly: tags,
      // Off unless it is asked for.
      rules: { 'target-size': { enabled: true }, 'color-contrast': { enabled: isFull } },
      // The rest in full would cost most of the time.
      resultTypes: ['violations'],
    },
  );
  if (passes.length === 0) return ['axe looked at nothing'];
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
};

/** Everything that is folded, opened. */
inPage.openAll = () => {
  for (const fold of document.querySelectorAll('details')) fold.open = true;
};

/** As a browser does whose owner wants larger text. */
inPage.textAt = (size) => {
  document.documentElement.style.fontSize = size;
};

inPage.border = (selector) => getComputedStyle(document.querySelector(selector)).borderTopWidth;

/** What reaches beyond the right edge, for the message of a test that finds something. */
inPage.beyond = () =>
  [...document.querySelectorAll('main *, header *, footer *')]
    .filter(
      (element) =>
        element.getBoundingClientRect().right > innerWidth + 1 && element.closest('.scroll, pre') === null,
    )
    .slice(0, 5)
    .map((element) => `${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`);

const textOf = (element, selector) =>
  element.querySelector(selector)?.textContent.replace(/\s+/g, ' ').trim() ?? null;
const textsOf = (element, selector) =>
  [...element.querySelectorAll(selector)].map((found) => found.textContent.replace(/\s+/g, ' ').trim());

/** A plan as a reader meets it, folded parts too. */
const cardOf = (card) => {
  const rows = [...card.querySelectorAll('.more dl > div')];
  const colour = (name) => {
    const row = rows.find((found) => found.querySelector('dt').textContent === `${name}:`);
    return row && getComputedStyle(row.querySelector('dd')).color;
  };
  return {
    heading: textOf(card, 'h3'),
    by: textOf(card, '.by'),
    price: textOf(card, '.price b'),
    gets: textOf(card, '.gets'),
    copies: textOf(card, '.copies'),
    short: textOf(card, '.short'),
    compares: textOf(card, '.compares'),
    drawbacks: textsOf(card, 'article > .drawbacks li'),
    included: textsOf(card, 'article > .coupons li'),
    folded: textsOf(card, '.coupons-more li'),
    details: textOf(card, '.more'),
    identityColour: colour('Identity check'),
    plainColour: colour('Data'),
    readAt: card.querySelector('.age time')?.dateTime ?? null,
    out: card.querySelector('.out')?.getAttribute('href') ?? null,
  };
};

/** The three lists. */
inPage.panels = () =>
  [...document.querySelectorAll('.panel')].map((panel) => ({
    means: textOf(panel, '.means'),
    cards: [...panel.querySelectorAll('.card')].map(cardOf),
  }));

/** The ways through several stops. */
inPage.ways = () =>
  [...document.querySelectorAll('.way')].map((way) => ({
    heading: textOf(way, 'h2'),
    sum: textOf(way, 'p'),
    legs: [...way.querySelectorAll('.card')].map(cardOf),
  }));
