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

/** The violations that axe finds. It removes repeated entries, so it must be the last check of a page. */
inPage.violations = async (tags) => {
  // axe cannot compute the contrast over a background image.
  for (const hero of document.querySelectorAll('.hero, .band')) hero.style.backgroundImage = 'none';
  // Entries of a list have the same markup, and axe takes long for hundreds of them.
  for (const entry of document.querySelectorAll('.card:nth-child(n + 4), tr:nth-child(n + 6)'))
    entry.remove();
  const { violations, passes } = await globalThis.axe.run(document, {
    runOnly: tags,
    rules: { 'target-size': { enabled: true } },
    resultTypes: ['violations'],
  });
  if (passes.length === 0) return ['axe checked nothing'];
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
  );
};

/** The texts of elements that something else covers or cuts off. */
inPage.covered = (selector) =>
  [...document.querySelectorAll(selector)]
    .filter((element) => {
      element.scrollIntoView({ block: 'nearest' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    })
    .map(({ textContent }) => textContent);

/** Opens everything that is folded. `foldAgain` closes it. */
inPage.openAll = () => {
  inPage.opened = [...document.querySelectorAll('details:not([open])')];
  for (const fold of inPage.opened) fold.open = true;
};

inPage.foldAgain = () => {
  for (const fold of inPage.opened) fold.open = false;
};

/** Sets the text size, as a user can in the browser. */
inPage.textAt = (size) => {
  document.documentElement.style.fontSize = size;
};

/** What the style sheet puts behind an element. */
inPage.after = (selector) => getComputedStyle(document.querySelector(selector), '::after').content;

inPage.border = (selector) => getComputedStyle(document.querySelector(selector)).borderTopWidth;

/** Elements beyond the right edge, for the message of a failed test. */
inPage.beyond = () =>
  [...document.querySelectorAll('main *, header *, footer *')]
    .filter(
      (element) =>
        element.getBoundingClientRect().right > innerWidth + 1 &&
        element.closest('.scroll, pre, .filters') === null,
    )
    .slice(0, 5)
    .map((element) => `${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`);

/** Far less than a line of text: the boxes of two lines may touch. */
const TOUCH_PX = 3;
const isOver = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOUCH_PX &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > TOUCH_PX;

/** The part of a line of text that its element does not cut off. */
function seenOf(rect, element) {
  if (getComputedStyle(element).overflow === 'visible') return rect;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return {
    left: Math.max(rect.left, left),
    right: Math.min(rect.right, right),
    top: Math.max(rect.top, top),
    bottom: Math.min(rect.bottom, bottom),
  };
}

/** Every line of text of an element, and every control with its own box. */
function boxesOf(root) {
  const boxes = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (node.data.trim() === '' || parent.closest('.quiet, .facts dt') !== null || !parent.checkVisibility())
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects())
      boxes.push({ node, text: node.data.trim(), rect: seenOf(rect, parent) });
  }
  for (const control of root.querySelectorAll('.out, .copy, input'))
    if (control.checkVisibility())
      boxes.push({ node: control, text: `<${control.className}>`, rect: control.getBoundingClientRect() });
  return boxes;
}

/** Pairs of texts in a card, or of a text and a control, that lie on one another. */
inPage.overlaps = () => {
  const found = [];
  for (const card of document.querySelectorAll('.way, .panel.open .card, .tabs a')) {
    const boxes = boxesOf(card);
    for (const [index, a] of boxes.entries())
      for (const b of boxes.slice(index + 1))
        if (
          a.node !== b.node &&
          !a.node.contains(b.node) &&
          !b.node.contains(a.node) &&
          isOver(a.rect, b.rect)
        )
          found.push(`${a.text} | ${b.text}`);
  }
  return found;
};

/** Names that are far longer than usual ones, in the first cards. */
inPage.longNames = () => {
  for (const name of document.querySelectorAll('.card:nth-child(-n + 2) h3 > span:last-child'))
    name.prepend('International Telecommunications Company of the Northern Islands ');
};

/** Removes the plans, which take most of the time of a layout, from a page whose other parts are measured. */
inPage.removePlans = () => {
  for (const plan of document.querySelectorAll('.card, .way')) plan.remove();
};

/** What the cards of a list have: every part, or no part that a plan may lack. */
inPage.dressCards = (kind) => {
  inPage.parts ??= ['.tags', '.coupon'].map((part) => document.querySelector(`.panel.open ${part}`));
  const [tags, coupon] = inPage.parts;
  for (const card of document.querySelectorAll('.panel.open .card')) {
    const article = card.querySelector('article');
    for (const part of article.querySelectorAll(':scope > .tags, :scope > .coupon')) part.remove();
    if (kind === 'bare') continue;
    article.prepend(tags.cloneNode(true));
    if (coupon !== null) article.querySelector('.know').after(coupon.cloneNode(true));
  }
};

/** A fraction of a line: letters of two sizes that begin a row do not begin in the same pixel. */
const ROW_PX = 8;

/** Parts of a card that begin above its name and its price, prices that are not beside or below the name, and badges outside of the card. */
inPage.disorder = () => {
  const found = [];
  for (const card of document.querySelectorAll('.panel.open .card, .leg[data-plan]')) {
    const article = card.querySelector('article');
    const name = article.querySelector('.who').getBoundingClientRect();
    const price = article.querySelector('.price b').getBoundingClientRect();
    const fault = (what) => found.push(`${article.querySelector('.who').textContent}: ${what}`);
    const rowTop = Math.min(name.top, price.top);
    for (const part of article.querySelectorAll(
      '.facts > div, .short, .know, .coupon, .pick, .out, .where, .why',
    ))
      if (part.checkVisibility() && part.getBoundingClientRect().top < rowTop - ROW_PX)
        fault(`${part.className || part.textContent} is above the name`);
    if (price.top > name.bottom + ROW_PX) fault('the price is far below the name');
    for (const tag of article.querySelectorAll('.tag'))
      if (tag.getBoundingClientRect().top < card.getBoundingClientRect().top)
        fault(`${tag.textContent} leaves the card`);
  }
  return found;
};

/** The facts have their columns after that of the provider. */
const FACT_COLUMNS = [1, 2, 3, 4];

/** The names of columns that do not stand above their facts or are wider than these, when columns are left out. */
inPage.misplacedHeads = (leftOut) => {
  const list = document.querySelector('.panel.open .list');
  const before = list.className;
  list.className = ['list', ...leftOut.map((column) => `no-${column}`)].join(' ');
  const facts = list.querySelectorAll('.card:first-child .facts > div');
  const heads = list.querySelectorAll('.cols > span');
  const found = FACT_COLUMNS.flatMap((column) => {
    const [head, fact] = [heads[column], facts[column - 1]];
    const isShown = head.checkVisibility();
    if (!isShown && !fact.checkVisibility()) return [];
    const [above, below] = [head.getBoundingClientRect(), fact.getBoundingClientRect()];
    const isAbove = isShown && Math.abs(above.left - below.left) < 1 && above.bottom <= below.top;
    return isAbove && head.scrollWidth <= head.clientWidth ? [] : [head.textContent];
  });
  const broken = inPage.brokenWords('.panel.open .cols > span');
  list.className = before;
  return [...found, ...broken];
};

/** Where the content of an element begins, inside of its padding. */
inPage.contentLeft = (selector) => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(selector));
  return range.getBoundingClientRect().left;
};

/** Pairs of elements whose boxes lie on one another. */
inPage.pairs = (selector) => {
  const all = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const boxes = all.map((element) => ({ text: element.textContent, rect: element.getBoundingClientRect() }));
  return boxes.flatMap((a, at) =>
    boxes
      .slice(at + 1)
      .filter((b) => isOver(a.rect, b.rect))
      .map((b) => `${a.text} | ${b.text}`),
  );
};

const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** The height of the page before and after somebody scrolled to its end. */
inPage.heightsWhileScrolling = async () => {
  const height = () => document.documentElement.scrollHeight;
  const before = height();
  for (let at = 0; at < height(); at += innerHeight / 2) {
    scrollTo(0, at);
    await frame();
  }
  return [before, height()];
};

/** The classes of the visible buttons in the colour of the main action. */
inPage.redButtons = () => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.background = 'var(--action)';
  const red = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return [...document.querySelectorAll('a, button')]
    .filter((button) => button.checkVisibility() && getComputedStyle(button).backgroundColor === red)
    .map(({ className }) => className);
};

/** Words that are divided between two lines. */
inPage.brokenWords = (selector) =>
  [...document.querySelectorAll(selector)].flatMap((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    return [...(text?.data ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1 ? [word] : [];
    });
  });
