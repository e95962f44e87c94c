/** Alle Wörter der Seiten auf Deutsch. */
import type { Texts } from './en.ts';

export const de: Texts = {
  code: 'de',
  name: 'Deutsch',
  dir: 'ltr',
  locale: 'de-DE',

  spellings: { england: 'GB', schottland: 'GB', wales: 'GB', hawaii: 'US', usa: 'US', vae: 'AE' },

  title: 'Reise-eSIMs vergleichen',
  tagline: 'Was jeder Tarif für Ihre ganze Reise kostet und welche Nachteile er hat.',
  lead: 'Sagen Sie, wohin Sie reisen, wie viele Tage und wie viel Daten Sie brauchen. Sie sehen den Preis der ganzen Reise und die Nachteile jedes Tarifs. Niemand kann für einen besseren Platz bezahlen.',
  skip: 'Zum Inhalt springen',
  nav: {
    label: 'Hauptmenü',
    compare: 'Vergleichen',
    destinations: 'Ziele',
    docs: 'Doku',
    terms: 'Bedingungen',
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
    destinationHint: 'Ein Land, in jeder Sprache, oder sein Code',
    days: 'Tage',
    need: 'Datenbedarf',
    submit: 'Tarife vergleichen',
    found: (count) => `${count} gefunden`,
    none: 'Kein Reiseziel gefunden. Prüfen Sie die Schreibweise oder geben Sie das Land ein.',
    change: 'Ändern',
  },
  needs: {
    light: { name: 'Wenig', means: '0,3 GB am Tag: Nachrichten, Karten' },
    normal: { name: 'Normal', means: '1 GB am Tag: auch Fotos, Anrufe' },
    heavy: { name: 'Viel', means: '3 GB am Tag: auch Videos' },
    unlimited: { name: 'Unbegrenzt', means: 'nur als unbegrenzt verkaufte Tarife' },
  },

  honesty: {
    links: 'Links zu Anbietern können dem Betreiber Geld einbringen. Sie ändern keinen Platz in einer Liste.',
    market: (providers) => `Wir lesen ${providers} Anbieter. Es gibt weitere, die wir nicht zeigen.`,
    short: 'Links können uns Geld einbringen und ändern keinen Platz. Nicht der ganze Markt.',
    runBy: (operator) => `Betrieben von ${operator}.`,
    runByUnsaid: 'Der Betreiber hat nicht gesagt, wer er ist.',
    funding: (funding) => `Was die Seite bezahlt: ${funding}.`,
    fundingUnsaid: 'Der Betreiber hat nicht gesagt, was die Seite bezahlt.',
    pricesRead: (oldest, newest) => `Die Preise wurden zwischen ${oldest} und ${newest} gelesen.`,
    more: 'Über uns',
    phone: 'Kann Ihr Telefon eSIM?',
  },

  home: {
    promises: [
      [
        'Der Preis der ganzen Reise',
        'Darin sind alle Tarife, die Sie kaufen müssen, alle Tage und die Rabatte, die jeder nutzen kann. Andere Rabatte stehen daneben.',
      ],
      [
        'Unbekannt heißt unbekannt',
        'Wenn ein Anbieter etwas nicht angibt, sagen wir das, und es zählt als kleiner Nachteil.',
      ],
      [
        'Geld ändert keine Reihenfolge',
        'Die Regeln sind öffentlich und wissen nicht, was ein Anbieter bezahlt.',
      ],
    ],
    popular: 'Eine Reise ausprobieren',
    counts: (plans, providers, destinations) =>
      `${plans} Tarife von ${providers} Anbietern für ${destinations} Reiseziele`,
    forPrograms: 'Für Programme und Assistenten',
    forProgramsText:
      'Derselbe Vergleich als JSON und über MCP. Ohne Konto, ohne Schlüssel, mit fairen Grenzen.',
  },

  place: {
    heading: (place) => `eSIMs für ${place}`,
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
    allText: 'Reiseziele, für die wir Tarife kennen. Wählen Sie eines oder suchen Sie auf der ersten Seite.',
    plans: (n, formatted) => `${formatted} ${n === 1 ? 'Tarif' : 'Tarife'}`,
  },

  sorts: {
    recommended: { name: 'Empfohlen', means: 'Preis und Nachteile zusammen, das Niedrigste zuerst' },
    cheapest: { name: 'Günstigste', means: 'Der niedrigste Preis für die ganze Reise zuerst' },
    fastest: {
      name: 'Schnellste',
      means: 'Neuestes Netz zuerst, dann beworbene Geschwindigkeit. Nicht gemessen',
    },
  },
  fastestWithoutSpeed: 'Neuestes Netz zuerst. Kein Tarif hier nennt seine Geschwindigkeit',

  days: (n, formatted) => `${formatted} ${n === 1 ? 'Tag' : 'Tage'}`,
  results: {
    heading: (place) => `eSIMs für ${place}`,
    pageTitle: (place, days) => `eSIMs für ${place}, ${days}`,
    covering: (shown, all) =>
      shown === 0 ? 'Kein Tarif deckt die Reise ab.' : `${shown} von ${all}, die die Reise abdecken.`,
    leftOut: (no, unknown) =>
      `Ihre Filter ließen ${no} weg, die es nicht haben, und ${unknown}, die es nicht angeben.`,
    missing: (n) =>
      n === 1
        ? 'Einer deckt die Reise nicht ab und sagt, warum.'
        : `${n} decken die Reise nicht ab und sagen, warum.`,
    orders: 'Reihenfolge',
    rank: (n) => `Platz ${n}`,
    empty: (place) => `Wir kennen zurzeit keinen Tarif für ${place}.`,
    emptyHint:
      'Ein Tarif für eine ganze Region kann dort gelten. Sehen Sie bei einem Nachbarland nach und lesen Sie die Länderliste.',
    attribution: (service) => `Daten von ${service}`,
    howWeRank: 'So ordnen wir',
    computed: (time) => `Berechnet ${time}`,
    share: 'Sie können die Adresse dieser Seite teilen.',
    asJson: 'Dieser Vergleich als JSON',
    charts: 'Diagramme',
  },

  card: {
    wholeTrip: 'ganze Reise',
    estimate: 'geschätzt',
    buy: (formatted) => `${formatted} nacheinander kaufen`,
    listPrice: 'Ohne Rabatt',
    perGb: (money) => `${money} je GB`,
    perDay: (money) => `${money} am Tag`,
    data: 'Daten',
    validity: 'Gültig',
    network: 'Netz',
    networks: 'Netze',
    networksUnknown: 'Netze nicht angegeben',
    generationUnknown: 'nicht angegeben',
    hotspot: 'Hotspot',
    identity: 'Ausweisprüfung',
    topUp: 'Aufladen',
    phoneNumber: 'Telefonnummer',
    subscription: 'Verlängert sich automatisch',
    ads: 'Werbung',
    newCustomers: 'Nur für Neukunden',
    breakout: 'Zugang zum Internet',
    topSpeed: 'Beworbene Höchstgeschwindigkeit',
    coverage: 'Gilt in',
    tax: 'Steuer',
    priceBasis: 'Preis',
    priceRead: ['Preis', 'gelesen'],
    priceReadAt: 'Preis gelesen',
    why: 'Warum hier',
    comparesLike: (money) => `zählt wie ${money}`,
    comparesExact: 'kein Nachteil, der zählt',
    againstFirst: (money, isAbove) => `${money} ${isAbove ? 'über' : 'unter'} dem ersten`,
    sum: (price, comparable, list) =>
      list === ''
        ? `${price}, und kein Nachteil zählt.`
        : `${price}, und er zählt wie ${comparable}: ${list}.`,
    history: 'Preis für einen, letzte 30 Tage',
    historyText: (lowest, highest, changed) =>
      `${lowest === highest ? lowest : `${lowest} bis ${highest}`}${changed === null ? ', unverändert' : `, zuletzt geändert ${changed}`}`,
    countries: 'Länder',
    period: (days) => `kommt alle ${days} neu`,
    details: 'Details',
    notes: 'Hinweise',
    go: 'Zum Angebot',
    goAt: (provider) => `bei ${provider}, verlässt diese Seite`,
    unknown: 'nicht angegeben',
    yes: 'ja',
    no: 'nein',
    has: 'ja',
    hasNot: 'nein',
    coupon: (code, discount) => `${code}: ${discount} Rabatt`,
    couponAuto: (discount) => `${discount} Rabatt, zieht der Shop ab`,
    couponPromotion: (discount) => `Aktion: ${discount} Rabatt`,
    couponIn: 'im Preis',
    couponPrice: (money) => `${money}, wenn die Bedingungen für Sie gelten`,
    couponReplaces: (other) => `Ersetzt ${other}`,
    couponOther: 'den enthaltenen Rabatt',
    couponSeen: (date) => `Zuletzt geprüft ${date}`,
    couponsMore: (n, money) => `Bedingt: ${n > 1 ? 'ab ' : ''}${money}`,
    shortGb: (gb) => `${gb} weniger als nötig`,
    shortDays: (days) => `${days} kürzer als die Reise`,
    shortUnlimited: 'Zu wenig Daten mit voller Geschwindigkeit, um als unbegrenzt zu gelten',
  },
  scope: {
    country: () => 'nur dieses Land',
    region: (n) => `Region, ${n} Reiseziele`,
    global: (n) => `weltweit, ${n} Reiseziele`,
  },
  data: {
    total: (gb) => gb,
    per_day: (gb) => `${gb} am Tag`,
    unlimited: 'Unbegrenzt',
    fullSpeed: (gb) => `${gb} am Tag mit voller Geschwindigkeit`,
    uncapped: 'keine Fair-Use-Grenze',
    fairUseUnknown: 'Fair-Use-Grenze nicht angegeben',
    forTrip: (gb) => `${gb} für die Reise`,
    stop: 'dann Schluss',
    throttle: (speed) => `dann ${speed}`,
    throttleUnknown: 'dann langsamer, wie sehr ist nicht angegeben',
    afterUnknown: 'was danach kommt, ist nicht angegeben',
  },
  validity: {
    noExpiry: 'Läuft nicht ab',
    byDay: (days) => `${days}, tageweise verkauft`,
    starts: {
      purchase: 'ab Kauf',
      install: 'ab Installation',
      first_use: 'ab erster Nutzung',
      unknown: 'Beginn nicht angegeben',
    },
    installWithin: (days) => `innerhalb von ${days} installieren`,
  },
  breakout: { local: 'im Land selbst', roaming: 'über ein anderes Land', unknown: 'nicht angegeben' },
  tax: { included: 'enthalten', excluded: 'nicht enthalten', unknown: 'nicht angegeben' },
  basis: { retail: 'Preis im Shop', rrp: 'empfohlener Preis; der Shop kann abweichen' },
  converted: (currency, date) => `umgerechnet aus ${currency} zum Kurs vom ${date}`,
  freshness: {
    fresh: 'aktuell',
    aging: 'älter als ein Tag: vor dem Kauf prüfen',
    stale: 'alt: vor dem Kauf prüfen',
  },

  reasons: {
    short_of_days: (days) => `${days} kürzer als die Reise`,
    short_of_data: (gb) => `${gb} weniger als nötig`,
    too_slow: () => 'Zu langsam für diesen Bedarf',
    new_customers_only: () => 'Nur für Neukunden',
    several_purchases: (n) => `Sie kaufen ihn ${n}-mal`,
    cheapest: () => 'Günstigster für die ganze Reise',
    above_cheapest: (percent) => `${percent} % über dem günstigsten`,
    spare_data: (gb) => `${gb} Reserve`,
    little_spare_data: (gb) => (gb === '' ? 'Keine Datenreserve' : `Nur ${gb} Reserve`),
    spare_data_daily: (gb) => `${gb} Reserve am Tag`,
    part_at_reduced_speed: (speed) => `Ein Teil der Daten mit ${speed}`,
    fair_use_unstated: () => 'Fair-Use-Grenze nicht angegeben',
    no_data_limit: () => 'Keine Datengrenze',
    all_at_full_speed: () => 'Alles mit voller Geschwindigkeit',
    full_speed_daily: (gb) => `${gb} am Tag mit voller Geschwindigkeit`,
    has_5g: () => '5G laut Werbung',
    local_exit: () => 'Zugang zum Internet im Land selbst',
    several_networks: (n) => `Funktioniert in ${n} Netzen`,
    hotspot_allowed: () => 'Hotspot erlaubt',
    no_identity_check: () => 'Keine Ausweisprüfung',
    top_up: () => 'Kann aufgeladen werden',
    phone_number: () => 'Mit Telefonnummer',
    covers_trip: (days) => (days === '' ? 'Läuft nicht ab' : `${days} gültig`),
  },

  drawbacks: {
    further_purchases: 'Mehr als ein Kauf',
    reduced_speed: 'Teilweise gedrosselt',
    little_reserve: 'Wenig Datenreserve',
    daily_stops: 'Tagesgrenze, dann Schluss',
    daily_slowed: 'Tagesgrenze, dann langsamer',
    fair_use_unstated: 'Fair-Use-Grenze nicht angegeben',
    no_spare_day: 'Kein Tag Reserve',
    no_spare_day_clock: 'Kein Tag Reserve, beginnt evtl. früher',
    generation_4g: '4G, nicht 5G',
    generation_unknown: '4G oder 5G nicht angegeben',
    generation_3g: 'Nur 3G',
    generation_2g: 'Nur 2G',
    low_top_speed: 'Langsam: unter 10 Mbit/s',
    hotspot_unknown: 'Hotspot nicht angegeben',
    hotspot_not_allowed: 'Kein Hotspot',
    identity_check_unknown: 'Ausweisprüfung nicht angegeben',
    identity_check_required: 'Ausweisprüfung',
    one_network: 'Nur ein Netz',
    no_network_named: 'Netz nicht genannt',
    no_local_exit: 'Internet über ein anderes Land',
    price_aging: 'Preis älter als ein Tag',
    price_stale: 'Preis älter als zwei Tage',
    converted: 'Preis umgerechnet',
    suggested: 'Nur empfohlener Preis',
    tax_unknown: 'Steuer nicht angegeben',
    tax_excluded: 'Steuer nicht enthalten',
    coupon: 'Hängt an einem Rabatt',
    named_elsewhere: 'Nach anderem Ort benannt',
    subscription: 'Verlängert sich automatisch',
    ads: 'Zeigt Werbung',
  },

  drawbacksUnstated: {
    no_local_exit: 'Weg ins Internet nicht angegeben',
    daily_stops: 'Tagesgrenze, danach nicht angegeben',
  },
  drawbacksMore: (n) => `${n} weitere`,

  side: {
    pick: 'Vergleichen',
    pickPlan: (name) => `${name} nebeneinander vergleichen`,
    submit: 'Zwei nebeneinander vergleichen',
    hint: 'Haken Sie zwei Tarife an, um sie nebeneinander zu sehen.',
    heading: 'Nebeneinander',
    one: 'Haken Sie einen zweiten Tarif an.',
    close: 'Schließen',
    comparable: 'Zählt wie',
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
    minimum: (money) => `Ab ${money} Bestellwert`,
    maximum: (money) => `Höchstens ${money} Rabatt je Bestellung`,
    destinations: 'Nur für dieses und bestimmte andere Reiseziele',
    plans: 'Nur für bestimmte Tarife',
    byShop: 'Der Shop zieht ihn ab, ohne Code',
    ends: (date) => `Endet ${date}`,
  },
  eligibility: {
    newCustomersOnce: 'Nur einmal und nur an Neukunden verkauft',
    notValidIn: (places) => `Gilt nicht in ${places}`,
  },

  notices: {
    prices_are_estimates: 'Preise sind Schätzungen. Es gilt der Preis auf der Seite des Anbieters.',
    speeds_are_advertised: 'Geschwindigkeiten sind Werbeangaben der Anbieter. Niemand hat sie gemessen.',
    keep_conditions:
      'Ein Rabatt stimmt nur zusammen mit seinen Bedingungen. Ein Rabatt, den nicht jeder nutzen kann, ändert keine Reihenfolge.',
    sample_data: 'Beispieldaten: Anbieter und Angebote sind erfunden. Man kann nichts kaufen.',
    no_plans_for_country: 'Zurzeit gilt dort kein Tarif.',
    not_a_country: 'Das ist kein Ländercode.',
    nothing_meets_need: 'Kein Tarif deckt die ganze Reise ab. Die nächstbesten folgen und sagen, was fehlt.',
    fastest_means_little:
      'Kein Tarif dort gibt an, ob er 4G oder 5G ist; die Reihenfolge nach Geschwindigkeit sagt wenig.',
    nothing_qualifies: 'Von keinem Tarif ist alles angegeben, was verlangt wurde.',
    no_plan_for_all_stops: 'Kein einzelner Tarif gilt an allen Stationen.',
    stop_without_plans: 'Für einige Stationen wird nichts verkauft.',
    no_variants_with_then: 'Andere Längen werden nur für Reisen mit einer Station verglichen.',
  },

  charts: {
    heading: 'Diagramme',
    priceData: 'Preis und Daten',
    priceDataAlt: (n, need, first) =>
      `Jeder von ${n} Tarifen ist ein Punkt: weiter rechts mehr Daten mit voller Geschwindigkeit, weiter oben ein höherer Preis für die ganze Reise. ${need} ${first}`,
    needAlt: (gb) => `Eine Linie zeigt die ${gb}, die die Reise braucht.`,
    firstAlt: (order, name, money) => `Erster bei „${order}“: ${name}, ${money}.`,
    dataAxis: 'Daten für die Reise, GB',
    priceAxis: 'Ganze Reise, USD',
    first: (order) => `Erster: ${order}`,
    misses: 'Deckt die Reise nicht ab',
    covers: 'Deckt die Reise ab',
    noLimit: 'unbegrenzt',
    need: 'nötig',
    lengths: 'Preis nach Reisedauer',
    lengthsAlt: (list) => `Der günstigste Tarif für jede Dauer: ${list}.`,
    lengthsAxis: 'Tage',
    asked: 'Ihre Reise',
    table: 'Dasselbe als Tabelle',
    plan: 'Tarif',
    provider: 'Anbieter',
    price: 'Preis',
    data: 'Daten',
    length: 'Dauer',
    cheapestPlan: 'Günstigster Tarif',
    longerIsCheaper: (days, money) =>
      `Der günstigste Tarif für ${days} kostet ${money} weniger als der günstigste für Ihre Tage.`,
    noneShort: 'deckt sie nicht ab',
  },

  faults: {
    heading: 'Bitte prüfen Sie Ihre Reise',
    country: {
      missing: 'Sagen Sie, wohin Sie reisen.',
      unknown: (text) => `Wir kennen kein Reiseziel namens „${text}“.`,
      several: (text) => `„${text}“ kann mehrere Reiseziele bedeuten.`,
      repeated: 'Geben Sie ein Reiseziel an.',
    },
    days: 'Geben Sie ganze Tage an, von 1 bis 90.',
    need: 'Wählen Sie einen der vier Datenbedarfe.',
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
      title: 'Diesen Tarif gibt es hier nicht mehr',
      text: 'Er wird nicht mehr verkauft, oder sein Anbieter führt ihn nicht mehr. Vergleichen Sie neu, um die heutigen Angebote zu sehen.',
    },
    rate_limited: {
      title: 'Bitte warten Sie einen Moment',
      text: 'Alle haben eine begrenzte Zahl von Vergleichen. Wer Ihren Internetanschluss mitbenutzt, teilt sie mit Ihnen.',
      uncached:
        'Die heutige Grenze für neue Vergleiche ist erreicht. Ihre eigene nicht. Reisen, die jemand vor Kurzem verglichen hat, gehen weiterhin.',
      burst: 'Es kamen zu viele Anfragen auf einmal. Ihre Vergleiche sind davon nicht betroffen.',
      wait: (time) => `Warten Sie ${time} und laden Sie die Seite dann neu. Früher hilft es nicht.`,
      more: 'Brauchen Sie mehr? Schreiben Sie zuerst dem Betreiber.',
    },
    unavailable: {
      title: 'Wir können gerade nicht vergleichen',
      text: 'Der Fehler liegt bei uns. Wir zeigen lieber nichts als etwas Falsches.',
      data: 'Es gibt gerade keine brauchbare Preisliste.',
      protection: 'Anfragen können gerade nicht gezählt werden, deshalb pausieren Vergleiche.',
      wait: (time) => `Bitte versuchen Sie es in ${time} noch einmal.`,
    },
    other: { title: 'Das geht nicht', text: 'Wir verstehen diese Anfrage nicht.' },
  },

  pages: {
    phone: {
      title: 'Kann mein Telefon eSIM?',
      description: 'Wie man sieht, ob ein Telefon eSIM kann und ob es entsperrt ist.',
      sections: [
        [
          'So sehen Sie nach',
          'iPhone: Einstellungen, Allgemein, Info. Android: Einstellungen, Über das Telefon, dann Status oder SIM. Gibt es eine Zeile namens EID, kann das Telefon eSIM. Auf vielen Telefonen können Sie auch *#06# wählen: Eine Nummer namens EID heißt ja.',
        ],
        [
          'Gesperrt oder entsperrt',
          'Ein Telefon aus einem Vertrag kann an einen Netzbetreiber gebunden sein. Dann funktioniert die eSIM eines anderen nicht. iPhone: Unter Einstellungen, Allgemein, Info muss bei Netzbetreibersperre „Keine SIM-Einschränkungen“ stehen. Android: Sehen Sie in den Einstellungen des Mobilfunknetzes nach oder fragen Sie den Händler.',
        ],
        [
          'Welche Telefone',
          'Die meisten seit etwa 2019: iPhone XS, XR und neuer, Google Pixel 4 und neuer, Samsung Galaxy S20 und neuer. Es gibt Ausnahmen: Dasselbe Modell kann in manchen Ländern keine eSIM haben, zum Beispiel aus Festlandchina. Sehen Sie am Telefon selbst nach.',
        ],
        [
          'Vor der Abreise',
          'Installieren Sie die eSIM, solange Sie WLAN haben. Lesen Sie im Angebot, wann die Tage beginnen. Schalten Sie Datenroaming nur für die eSIM ein und für Ihre übliche SIM aus.',
        ],
        [
          'Nicht sicher?',
          'Fragen Sie den Anbieter vor dem Kauf. Eine installierte eSIM kann man oft nicht zurückgeben.',
        ],
      ],
    },
    privacy: {
      title: 'Datenschutz',
      description: 'Was diese Seite über Sie speichert: kurzlebige Zähler. Keine Cookies, keine Verfolgung.',
      sections: [
        [
          'Was gespeichert wird',
          'Um die Grenzen einzuhalten, zählen wir Anfragen je Netzadresse. Die Adresse wird nur als Hash mit Schlüssel gespeichert, der sich ohne den Schlüssel nicht zurückrechnen lässt, und gelöscht, wenn ihre Zeit um ist: nach einer Minute oder am Ende des UTC-Tages.',
        ],
        [
          'Was nicht gespeichert wird',
          'Keine Cookies, keine Konten, keine Verfolgung, keine Statistik über Personen. Protokolle enthalten keine Netzadresse. Diese Seite lädt nichts von anderen Seiten.',
        ],
        [
          'Was Sie fragen',
          'Reisen werden 15 Minuten aufgehoben, damit dieselbe Frage nicht zweimal berechnet wird. Sie werden nicht zusammen mit dem Fragenden gespeichert.',
        ],
        [
          'Links zu Anbietern',
          'Ein Link zum Anbieter führt über diese Seite. Ihr Browser sagt dem Anbieter nicht, von welcher Seite Sie kommen. Ab dort gelten die Regeln des Anbieters.',
        ],
      ],
    },
    accessibility: {
      title: 'Barrierefreiheit',
      description: 'Was diese Seite tut, damit alle sie nutzen können, was geprüft ist und was fehlt.',
      sections: [
        [
          'Unser Ziel',
          'Diese Seiten sollen WCAG 2.2, Stufe AA erfüllen. Sie funktionieren allein mit der Tastatur, ohne JavaScript, bei 320 Pixeln Breite, mit 200 % Textgröße, im Dunkelmodus und mit erzwungenen Farben. Jedes Diagramm gibt es auch als Tabelle.',
        ],
        [
          'Wie geprüft wird',
          'Bei jeder Änderung sucht ein Programm (axe) auf jeder Art von Seite nach Barrieren, in allen Sprachen, hell und dunkel. Menschen mit Behinderungen haben die Seite noch nicht getestet; es kann Barrieren geben, die ein Programm nicht findet.',
        ],
        [
          'Was fehlt',
          'Dokumentation und Bedingungen gibt es nur auf Englisch. Namen von Tarifen und Anbietern stehen so da, wie die Anbieter sie schreiben.',
        ],
      ],
    },
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
