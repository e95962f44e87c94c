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

/** What axe finds; it is loaded before. */
inPage.barriers = async (tags) => {
  // Faint lines behind the text hide its contrast from axe; the colour beneath them is what counts.
  for (const hero of document.querySelectorAll('.hero')) hero.style.backgroundImage = 'none';
  const { violations, passes } = await globalThis.axe.run(document, {
    runOnly: tags,
    // Off unless it is asked for.
    rules: { 'target-size': { enabled: true } },
    // The rest in full would cost most of the time.
    resultTypes: ['violations'],
  });
  if (passes.length === 0) return ['axe looked at nothing'];
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
};
