/** CSS selectors of the pages, in one place, because the tests must not depend on the markup elsewhere. */
export const PAGE = {
  /** The three lists of a result page; the open one is visible. */
  list: '.panel',
  openList: '.panel.open',
  /** An open list in which these columns are left out. */
  withoutColumns: (...columns: readonly string[]) =>
    `.panel.open .list${columns.map((column) => `.no-${column}`).join('')}`,
  columnNames: '.panel.open .cols > span',
  listSummary: '.means',
  sortTab: (sort: string) => `#tab-${sort}`,
  tabs: '.tabs a',
  /** Links that add a filter; those that remove one have the class `on`. */
  filters: '.filters a',
  /** The menu of the languages. */
  languages: '.languages > summary',
  /** The menu of the currencies. */
  currencies: '.currencies > summary',
  /** The form with every filter. */
  allFilters: '.own > summary',
  approximate: '.about-price',
  tripLine: '.trip-facts',
  flags: '.trip-flags .flag',
  mapName: '.map .called',
  card: '.card',
  cardTitle: 'h3',
  price: '.price b',
  /** The number that a list is sorted by, below the price. */
  sorted: '.price .sorted',
  /** Up to three answers above the lists. */
  topPick: '.pick-tile.plan',
  /** What a group pays if it shares. */
  sharedPick: '.picks .shared',
  pickTags: '.tag',
  /** Filters for a list that has no room for all plans. */
  narrowing: '.panel.open .narrow a',
  /** Data, validity, network and hotspot. */
  facts: '.facts, .gets',
  know: '.know li',
  /** What is true of every plan of a list. */
  common: '.panel.open .common',
  shortfall: '.short',
  comparable: '.bill tr:last-child td',
  priceNotes: '.price small',
  /** The lines of the bill behind the opener of a plan. */
  bill: '.bill tr',
  appliedCoupons: 'article > .applied',
  otherCoupons: '.some li',
  details: '.why',
  factRows: '.all-facts > div',
  opener: '.why > summary',
  /** When the price of a plan was read. */
  ageTime: '.why time',
  /** When the prices of a list were read. */
  age: '.age',
  outLink: '.out',
  /** A way to cover several stops, and the plans of it. */
  way: '.ways .way',
  wayHead: '.way-head',
  /** The prices of all ways in one line. */
  waySums: '.way-sums a',
  wayTags: '.tag',
  allowance: '.allowance',
  /** How the best price changed since the trip was opened before. */
  since: '.since',
  lastTrips: '.last-trips',
  sendChips: '.filter-row > .go',
  wayTitle: '.way-head h3',
  wayPrice: '.way-head .price b',
  wayNotes: '.way-head .know li',
  leg: '.leg',
  legSeller: '.leg .seller',
  /** A price in a way that only some people get. */
  personalPrice: '.leg .personal',
  legPlaces: '.where',
  /** One plan for a group. */
  sharing: '.sharing',
  sharingHint: '.way > .hint',
  /** Notes of the destinations. Old ones stand behind the results. */
  notes: '.notes li',
  verdict: 'h1',
  sheet: '.sheet',
  chart: '#charts',
  /** The plans of the open list, and the charts between them. */
  listEntries: '.panel.open .cards > li',
  seller: '.panel.open .card .seller',
  bars: '.bars a',
  comparePick: '.pick input',
  sideBySide: '.side',
  pickBar: '.pick-bar',
  copyButton: '.applied .copy',
  form: 'form.trip',
  formFold: '.fold > summary',
  submit: 'button.go',
  suggestion: '.options li',
  noSuggestion: '.found-none',
  skipLink: '.skip',
  sampleBanner: '.banner',
  codeCopy: '.code .copy',
  /** Controls that must keep a border with forced colours. */
  controls: [
    '.out',
    '.change',
    '.own > summary',
    '.languages > summary',
    '.tabs a',
    '.filters a',
    '.copy',
    '.remove',
    '.go',
  ],
  /** Controls that a printed page does not have. */
  notPrinted: [
    '.tabs',
    '.filters',
    '.own',
    '.languages',
    '.pass-on',
    '.pick',
    '.copy',
    '.change',
    '.panel.open .why > summary',
  ],
  stopRow: '.stops .stop',
  wait: '.wait',
} as const;
