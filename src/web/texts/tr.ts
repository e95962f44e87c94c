/** Sayfaların bütün sözleri, Türkçe. */
import type { Texts } from './en.ts';

export const tr: Texts = {
  code: 'tr',
  name: 'Türkçe',
  dir: 'ltr',
  locale: 'tr-TR',

  spellings: { abd: 'US', amerika: 'US', ingiltere: 'GB', iskoçya: 'GB', galler: 'GB', bae: 'AE' },

  title: 'Seyahat eSIM’lerini karşılaştırın',
  tagline: 'Her paketin bütün yolculuk için fiyatı ve eksileri.',
  lead: 'Nereye, kaç günlüğüne gittiğinizi ve ne kadar veri kullandığınızı yazın. Bütün yolculuğun fiyatını ve her paketin eksilerini görürsünüz. Kimse para vererek daha iyi bir sıra alamaz.',
  skip: 'İçeriğe geç',
  nav: {
    label: 'Ana menü',
    compare: 'Karşılaştır',
    destinations: 'Ülkeler',
    docs: 'Belgeler',
    terms: 'Koşullar',
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
    destinationHint: 'Herhangi bir dilde ülke adı veya kodu',
    days: 'Gün',
    need: 'Veri ihtiyacı',
    submit: 'Paketleri karşılaştır',
    found: (count) => `${count} yer bulundu`,
    none: 'Böyle bir yer bulunamadı. Yazımı kontrol edin veya ülkenin adını yazın.',
    change: 'Değiştir',
  },
  needs: {
    light: { name: 'Hafif', means: 'günde 0,3 GB: mesaj, harita' },
    normal: { name: 'Normal', means: 'günde 1 GB: fotoğraf, arama da' },
    heavy: { name: 'Yoğun', means: 'günde 3 GB: video da' },
    unlimited: { name: 'Sınırsız', means: 'yalnız sınırsız diye satılanlar' },
  },

  honesty: {
    links:
      'Sağlayıcılara giden bağlantılar siteyi işletene para kazandırabilir; hiçbir sıralamayı değiştirmez.',
    market: (providers) =>
      `${providers} sağlayıcının fiyatlarını okuyoruz. Göstermediğimiz başkaları da var.`,
    short: 'Bağlantılar para kazandırabilir, sırayı değiştirmez. Piyasanın tamamı değildir.',
    runBy: (operator) => `İşleten: ${operator}.`,
    runByUnsaid: 'Bu siteyi kimin işlettiği belirtilmemiş.',
    funding: (funding) => `Giderleri karşılayan: ${funding}.`,
    fundingUnsaid: 'Giderleri neyin karşıladığı belirtilmemiş.',
    pricesRead: (oldest, newest) => `Fiyatlar ${oldest} ile ${newest} arasında okundu.`,
    more: 'Hakkımızda',
    phone: 'Telefonunuz eSIM kullanabilir mi?',
  },

  home: {
    promises: [
      [
        'Bütün yolculuğun fiyatı',
        'Almanız gereken paketlerin tümü, bütün günler ve herkesin yararlanabildiği indirimler dâhildir. Öteki indirimler ayrıca gösterilir.',
      ],
      [
        'Bilinmeyen, bilinmiyordur',
        'Sağlayıcı bir şeyi belirtmemişse bunu söyleriz; küçük bir eksi sayılır.',
      ],
      [
        'Ödeme sıralamayı değiştirmez',
        'Kurallar herkese açıktır ve sağlayıcının ne ödediğini hesaba katmaz.',
      ],
    ],
    popular: 'Bir yolculuk deneyin',
    counts: (plans, providers, destinations) =>
      `${destinations} yer için ${providers} sağlayıcıdan ${plans} paket`,
    forPrograms: 'Programlar ve asistanlar için',
    forProgramsText:
      'Aynı karşılaştırma JSON olarak ve MCP üzerinden. Hesap ve anahtar gerekmez; herkes için adil sınırlar vardır.',
  },

  place: {
    heading: (place) => `${place} için eSIM’ler`,
    description: (place, plans, providers) =>
      `${place}: ${providers} sağlayıcıdan ${plans} eSIM paketi. Gününüze ve veri ihtiyacınıza göre karşılaştırın.`,
    counts: (plans, providers, place) => `${place} için ${providers} sağlayıcıdan ${plans} paket biliyoruz.`,
    scopes: (country, region, global) =>
      `Geçerli olduğu yer: ${country} paket yalnız burada, ${region} paket bir bölgede, ${global} paket dünya genelinde.`,
    models: (total, daily, unlimited) =>
      `Verinin satılışı: ${total} paket toplam miktarla, ${daily} paket günlük miktarla, ${unlimited} paket sınırsız.`,
    fiveG: (plans) => `Bunların ${plans} tanesi için burada 5G belirtilmiş.`,
    kinds: 'Hangi tür paketler var',
    noPrices: 'Fiyat, gün sayınıza ve veri ihtiyacınıza bağlıdır. Görmek için karşılaştırın.',
    all: 'Bütün ülkeler',
    allText: 'Paket bildiğimiz yerler. Birini seçin veya ilk sayfada arayın.',
    plans: (_n, formatted) => `${formatted} paket`,
  },

  sorts: {
    recommended: { name: 'Önerilen', means: 'Fiyat ve eksiler birlikte, en düşükten başlayarak' },
    cheapest: { name: 'En ucuz', means: 'Bütün yolculuğun fiyatı, en düşükten başlayarak' },
    fastest: { name: 'En hızlı', means: 'Önce yeni şebeke, sonra duyurulan hız. Ölçülmedi' },
  },
  fastestWithoutSpeed: 'Önce yeni şebeke. Buradaki hiçbir paket hızını belirtmiyor',

  days: (_n, formatted) => `${formatted} gün`,
  results: {
    heading: (place) => `${place} için eSIM’ler`,
    pageTitle: (place, days) => `${place} için eSIM’ler, ${days}`,
    needs: (gb) => `${gb} gerekli`,
    needsUnlimited: 'sınırsız veri',
    shown: (shown) => `${shown} paket gösteriliyor.`,
    missing: (n) => `${n} tanesi yolculuğa yetmiyor ve nedenini söylüyor.`,
    orders: 'Sıralama',
    rank: (n) => `${n}. sıra`,
    empty: (place) => `${place} için şu anda bildiğimiz bir paket yok.`,
    emptyHint:
      'Bölgesel bir paket orada çalışabilir. Komşu bir ülkeye bakın ve paketin ülke listesini kontrol edin.',
    attribution: (service) => `Veri: ${service}`,
    howWeRank: 'Nasıl sıralıyoruz',
    computed: (time) => `Hesaplama zamanı: ${time}`,
    share: 'Bu sayfanın adresini paylaşabilirsiniz.',
    asJson: 'Bu karşılaştırma JSON olarak',
    charts: 'Grafikler',
  },

  card: {
    wholeTrip: 'bütün yolculuk',
    estimate: 'tahmini',
    buy: (formatted) => `Art arda ${formatted} adet alın`,
    listPrice: 'İndirimsiz',
    perGb: (money) => `GB başına ${money}`,
    perDay: (money) => `günde ${money}`,
    data: 'Veri',
    validity: 'Geçerlilik',
    network: 'Şebeke',
    networks: 'Şebekeler',
    networksUnknown: 'şebekeler belirtilmemiş',
    generationUnknown: 'belirtilmemiş',
    hotspot: 'İnternet paylaşımı',
    identity: 'Kimlik doğrulama',
    topUp: 'Ek veri alma',
    phoneNumber: 'Telefon numarası',
    subscription: 'Otomatik yenileme',
    ads: 'Reklam',
    newCustomers: 'Yalnız yeni müşterilere',
    breakout: 'İnternete çıkış',
    topSpeed: 'Duyurulan en yüksek hız',
    coverage: 'Çalıştığı yerler',
    tax: 'Vergi',
    priceBasis: 'Fiyat',
    priceRead: ['Fiyat', 'okundu'],
    priceReadAt: 'Fiyatın okunduğu zaman',
    why: 'Neden bu sırada',
    comparable: 'Karşılaştırma fiyatı',
    details: 'Bütün ayrıntılar',
    notes: 'Notlar',
    go: 'Teklifi gör',
    goAt: (provider) => `${provider} sitesinde, bu siteden çıkar`,
    unknown: 'belirtilmemiş',
    yes: 'evet',
    no: 'hayır',
    has: 'var',
    hasNot: 'yok',
    coupon: (code, discount) => `${code} kodu: ${discount} indirim`,
    couponAuto: (discount) => `${discount} indirim, mağaza uygular`,
    couponIn: 'fiyata dâhil',
    couponPrice: (money) => `Koşullar size uyuyorsa ${money}`,
    couponReplaces: (other) => `${other} yerine geçer`,
    couponOther: 'Dâhil olan indirimin',
    couponSeen: (date) => `Son doğrulama: ${date}`,
    couponsMore: (n, money) =>
      n === 1 ? `Koşullu bir indirim: ${money}` : `Koşullu ${n} indirim: en az ${money}`,
    shortGb: (gb) => `İhtiyacınızdan ${gb} eksik`,
    shortDays: (days) => `Yolculuktan ${days} kısa`,
    shortUnlimited: 'Sınırsız sayılacak kadar tam hızda verisi yok',
  },
  scope: {
    country: () => 'yalnız bu ülke',
    region: (n) => `bölgesel, ${n} yer`,
    global: (n) => `dünya geneli, ${n} yer`,
  },
  data: {
    total: (gb) => gb,
    per_day: (gb) => `günde ${gb}`,
    unlimited: 'Sınırsız',
    fullSpeed: (gb) => `günde ${gb} tam hızda`,
    uncapped: 'adil kullanım sınırı yok',
    fairUseUnknown: 'adil kullanım sınırı belirtilmemiş',
    forTrip: (gb) => `yolculuk için ${gb}`,
    stop: 'sonra durur',
    throttle: (speed) => `sonra ${speed}`,
    throttleUnknown: 'sonra yavaşlar, hızı belirtilmemiş',
    afterUnknown: 'sonrası belirtilmemiş',
  },
  validity: {
    noExpiry: 'Süresi dolmaz',
    byDay: (days) => `${days}, günlük satılır`,
    starts: {
      purchase: 'satın alınca başlar',
      install: 'kurulunca başlar',
      first_use: 'ilk kullanımda başlar',
      unknown: 'başlangıcı belirtilmemiş',
    },
    installWithin: (days) => `${days} içinde kurulmalı`,
  },
  breakout: {
    local: 'ülkenin kendisinde',
    roaming: 'başka bir ülke üzerinden',
    unknown: 'belirtilmemiş',
  },
  tax: { included: 'dâhil', excluded: 'dâhil değil', unknown: 'belirtilmemiş' },
  basis: { retail: 'mağazadaki fiyat', rrp: 'önerilen fiyat; mağazadaki farklı olabilir' },
  converted: (currency, date) => `${date} kuruyla ${currency} biriminden çevrildi`,
  freshness: {
    fresh: 'güncel',
    aging: 'bir günden eski: almadan önce kontrol edin',
    stale: 'eski: almadan önce kontrol edin',
  },

  reasons: {
    short_of_days: (days) => `Yolculuktan ${days} kısa`,
    short_of_data: (gb) => `İhtiyacınızdan ${gb} eksik`,
    too_slow: () => 'Bu kullanım için çok yavaş',
    new_customers_only: () => 'Yalnız yeni müşterilere',
    several_purchases: (n) => `${n} kez alınmalı`,
    cheapest: () => 'Bütün yolculuk için en ucuzu',
    above_cheapest: (percent) => `En ucuzdan %${percent} pahalı`,
    spare_data: (gb) => `${gb} fazla veri`,
    little_spare_data: (gb) => (gb === '' ? 'Fazla verisi yok' : `Yalnızca ${gb} fazla veri`),
    spare_data_daily: (gb) => `Günde ${gb} fazla veri`,
    part_at_reduced_speed: (speed) => `Verinin bir bölümü ${speed} hızında`,
    fair_use_unstated: () => 'Adil kullanım sınırı belirtilmemiş',
    no_data_limit: () => 'Veri sınırı yok',
    all_at_full_speed: () => 'Tümü tam hızda',
    full_speed_daily: (gb) => `Günde ${gb} tam hızda`,
    has_5g: () => '5G diye duyuruluyor',
    local_exit: () => 'İnternete ülkenin kendisinde çıkar',
    several_networks: (n) => `${n} şebekede çalışır`,
    hotspot_allowed: () => 'İnternet paylaşımı var',
    no_identity_check: () => 'Kimlik doğrulama yok',
    top_up: () => 'Sonradan veri eklenebilir',
    phone_number: () => 'Telefon numarası var',
    covers_trip: (days) => (days === '' ? 'Süresi dolmaz' : `${days} geçerli`),
  },

  audience: {
    everyone: 'Herkese açık',
    new_customers: 'Yalnız yeni müşterilere',
    app_only: 'Yalnız sağlayıcının uygulamasında',
  },
  conditions: {
    unstated: 'Koşulları belirtilmemiş',
    firstOrder: 'Yalnız ilk siparişte',
    minimum: (money) => `${money} ve üzeri siparişlerde`,
    maximum: (money) => `Sipariş başına en çok ${money} indirim`,
    destinations: 'Yalnız bu ve bazı başka yerler için',
    plans: 'Yalnız bazı paketler için',
    byShop: 'Mağaza uygular, kod gerekmez',
    ends: (date) => `Bitiş: ${date}`,
  },
  eligibility: {
    newCustomersOnce: 'Yalnız yeni müşterilere, bir kez satılır',
    notValidIn: (places) => `Çalışmadığı yerler: ${places}`,
  },

  notices: {
    prices_are_estimates: 'Fiyatlar tahminidir. Geçerli olan, sağlayıcının kendi sayfasındaki fiyattır.',
    speeds_are_advertised: 'Hızlar sağlayıcıların duyurduğu hızlardır. Kimse ölçmedi.',
    keep_conditions:
      'İndirim ancak koşullarıyla birlikte doğrudur. Herkesin yararlanamadığı indirim hiçbir sıralamayı değiştirmez.',
    sample_data: 'Örnek veri: bu sağlayıcılar ve teklifler uydurmadır. Buradaki hiçbir şey satın alınamaz.',
    no_plans_for_country: 'Şu anda orada çalışan paket yok.',
    not_a_country: 'Bu bir ülke kodu değil.',
    nothing_meets_need:
      'Yolculuğun tamamına yeten paket yok. En yakınları aşağıda, neyin eksik olduğu yazıyor.',
    fastest_means_little: 'Orada hiçbir paket şebeke kuşağını belirtmiyor; bu sıralama pek bir şey söylemez.',
    nothing_qualifies: 'İstediklerinizin hepsi olduğu belirtilen paket yok.',
    no_plan_for_all_stops: 'Bütün duraklarda çalışan tek bir paket yok.',
    stop_without_plans: 'Bazı duraklar için satılan bir şey yok.',
    no_variants_with_then: 'Başka süreler yalnız tek duraklı yolculuklarda karşılaştırılır.',
  },

  charts: {
    heading: 'Grafikler',
    priceData: 'Fiyat ve veri',
    priceDataAlt: (n, need, first) =>
      `${n} paketin her biri bir nokta: sağa gidildikçe tam hızda veri, yukarı çıkıldıkça bütün yolculuğun fiyatı artar. ${need} ${first}`,
    needAlt: (gb) => `Bir çizgi, yolculuk için gereken ${gb} miktarını gösterir.`,
    firstAlt: (order, name, money) => `${order} sıralamasında ilk: ${name}, ${money}.`,
    dataAxis: 'Yolculuk için veri, GB',
    priceAxis: 'Bütün yolculuk, USD',
    first: (order) => `${order}: ilk sıra`,
    misses: 'Yolculuğa yetmiyor',
    covers: 'Yolculuğa yetiyor',
    noLimit: 'sınır yok',
    need: 'ihtiyacınız',
    lengths: 'Yolculuğun süresine göre fiyat',
    lengthsAlt: (list) => `Her süre için en ucuz paket: ${list}.`,
    lengthsAxis: 'Gün',
    asked: 'yolculuğunuz',
    table: 'Aynısı tablo olarak',
    plan: 'Paket',
    provider: 'Sağlayıcı',
    price: 'Fiyat',
    data: 'Veri',
    length: 'Süre',
    cheapestPlan: 'En ucuz paket',
    longerIsCheaper: (days, money) =>
      `${days} için en ucuz paket, sizin gün sayınız için en ucuz olandan ${money} daha ucuz.`,
    noneShort: 'yetmiyor',
  },

  faults: {
    heading: 'Yolculuğu kontrol edin',
    country: {
      missing: 'Nereye gittiğinizi yazın.',
      unknown: (text) => `“${text}” adında bir yer bilmiyoruz.`,
      several: (text) => `“${text}” birkaç yer anlamına gelebilir.`,
      repeated: 'Tek bir yer yazın.',
    },
    days: '1 ile 90 arasında bir tam sayı yazın.',
    need: 'Dört veri ihtiyacından birini seçin.',
    suggestions: 'Şunu mu demek istediniz',
  },

  problems: {
    back: 'Yeniden karşılaştır',
    not_found: { title: 'Böyle bir sayfa yok', text: 'Adres yanlış veya sayfa taşınmış.' },
    method_not_allowed: { title: 'Burada olmaz', text: 'Bu sayfa yalnızca okunabilir.' },
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
      wait: (time) => `${time} bekleyin, sonra sayfayı yeniden yükleyin. Daha erken denemek işe yaramaz.`,
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
    phone: {
      title: 'Telefonum eSIM kullanabilir mi?',
      description: 'Bir telefonun eSIM desteği ve kilitli olup olmadığı nasıl anlaşılır.',
      sections: [
        [
          'Nasıl bakılır',
          'iPhone: Ayarlar, Genel, Hakkında. Android: Ayarlar, Telefon hakkında, sonra Durum veya SIM. EID adlı bir satır varsa telefon eSIM kullanabilir. Birçok telefonda *#06# da aranabilir: EID adlı bir numara çıkarsa evet demektir.',
        ],
        [
          'Kilitli mi, kilitsiz mi',
          'Sözleşmeyle alınan bir telefon tek bir operatöre kilitli olabilir. O zaman başka sağlayıcının eSIM’i çalışmaz. iPhone: Ayarlar, Genel, Hakkında bölümünde Operatör Kilidi için “SIM sınırlaması yok” yazmalıdır. Android: mobil ağ ayarlarına bakın veya telefonu satan mağazaya sorun.',
        ],
        [
          'Hangi telefonlar',
          'Yaklaşık 2019’dan beri çoğu telefon kullanabilir: iPhone XS, XR ve sonrası, Google Pixel 4 ve sonrası, Samsung Galaxy S20 ve sonrası. İstisnalar vardır: aynı modelin bazı ülkelerde, örneğin Çin’de satılanında eSIM olmayabilir. Telefonun kendisine bakın.',
        ],
        [
          'Yola çıkmadan önce',
          'eSIM’i Wi-Fi varken kurun. Günlerin ne zaman başladığını teklifte okuyun. Veri dolaşımını yalnız eSIM için açın, her zamanki SIM’iniz için kapatın.',
        ],
        [
          'Emin değil misiniz?',
          'Satın almadan önce sağlayıcıya sorun. Kurulmuş bir eSIM çoğu zaman geri verilemez.',
        ],
      ],
    },
    privacy: {
      title: 'Gizlilik',
      description: 'Bu sitenin hakkınızda tuttukları: kısa ömürlü sayaçlar. Çerez yok, izleme yok.',
      sections: [
        [
          'Neler tutulur',
          'Sınırları korumak için istekler ağ adresine göre sayılır. Adres yalnız anahtarlı bir özet olarak saklanır; anahtar olmadan geri çevrilemez ve süresi dolunca silinir: bir dakika sonra veya UTC gününün sonunda.',
        ],
        [
          'Neler tutulmaz',
          'Çerez, hesap, izleme, kişiler hakkında istatistik yoktur. Günlüklerde ağ adresi bulunmaz. Bu sayfa başka sitelerden hiçbir şey yüklemez.',
        ],
        [
          'Sorduklarınız',
          'Yolculuklar, aynı soru iki kez hesaplanmasın diye 15 dakika tutulur. Kimin sorduğuyla birlikte saklanmaz.',
        ],
        [
          'Sağlayıcılara giden bağlantılar',
          'Sağlayıcıya giden bağlantı bu site üzerinden geçer. Tarayıcınız sağlayıcıya hangi sayfadan geldiğinizi söylemez. Oradan sonra sağlayıcının kuralları geçerlidir.',
        ],
      ],
    },
    accessibility: {
      title: 'Erişilebilirlik',
      description: 'Bu siteyi herkes kullanabilsin diye yapılanlar, denenenler ve eksikler.',
      sections: [
        [
          'Hedefimiz',
          'Bu sayfaların WCAG 2.2, AA düzeyini karşılaması amaçlanmıştır. Yalnız klavyeyle, JavaScript olmadan, 320 piksel genişlikte, %200 yazı boyutunda, koyu renklerde ve zorunlu renklerle çalışır. Her grafik tablo olarak da vardır.',
        ],
        [
          'Nasıl deneniyor',
          'Her değişiklikte bir program (axe) her tür sayfada, bütün dillerde, açık ve koyu renklerde engel arar. Siteyi henüz engelli kişiler denemedi; programın bulamadığı engeller olabilir.',
        ],
        [
          'Eksikler',
          'Belgeler ve kullanım koşulları yalnızca İngilizcedir. Paket ve sağlayıcı adları, sağlayıcıların yazdığı gibidir.',
        ],
      ],
    },
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
