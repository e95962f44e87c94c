// Runs inside every page that a test visits and measures what only the browser knows.
globalThis.inPage = { shift: 0 };

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) inPage.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });

inPage.focused = (attribute) => document.activeElement?.getAttribute(attribute) ?? '';

inPage.overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Ends a test of a page that paints nothing. */
const PAINT_TIMEOUT_MS = 60_000;
// A promise, because polling from outside would use eval, which the policy of the pages forbids.
inPage.firstPaint = () =>
  new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('nothing was painted')), PAINT_TIMEOUT_MS);
    new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName('first-contentful-paint');
      if (entry !== undefined) resolve(entry.startTime);
    }).observe({ type: 'paint', buffered: true });
  });

/** Links and controls that are too small and not part of a sentence. */
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

/** The violations that axe finds. The script of axe is loaded before. */
inPage.violations = async (tags) => {
  // axe cannot compute the contrast over a background image.
  for (const hero of document.querySelectorAll('.hero')) hero.style.backgroundImage = 'none';
  // All cards have the same markup, so three of each list are enough.
  const { violations, passes } = await globalThis.axe.run(
    { exclude: ['.card:nth-child(n + 4)'] },
    { runOnly: tags, rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] },
  );
  if (passes.length === 0) return ['axe checked nothing'];
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
};

/** Opens everything that is folded. */
inPage.openAll = () => {
  for (const fold of document.querySelectorAll('details')) fold.open = true;
};

/** Sets the text size, as a user can in the browser. */
inPage.textAt = (size) => {
  document.documentElement.style.fontSize = size;
};

inPage.border = (selector) => getComputedStyle(document.querySelector(selector)).borderTopWidth;

/** Elements beyond the right edge, for the message of a failed test. */
inPage.beyond = () =>
  [...document.querySelectorAll('main *, header *, footer *')]
    .filter(
      (element) =>
        element.getBoundingClientRect().right > innerWidth + 1 && element.closest('.scroll, pre') === null,
    )
    .slice(0, 5)
    .map((element) => `${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`);
