/**
 * Continents and groups of countries that travellers name, and places that lie in several countries. The lists are
 * fixed, with the best-known destinations first: the page and the tools offer them in this order.
 */
import type { CountryCode } from '../plan.ts';

export interface Region {
  readonly name: string;
  /** In German, Spanish and Turkish; empty where the name is the same. */
  readonly translations: readonly string[];
  readonly otherNames: readonly string[];
  readonly countries: readonly CountryCode[];
}

const list = (text: string): readonly CountryCode[] => text.split(' ');
const names = (text: string): readonly string[] => text.split(', ');

/** Türkiye, Georgia and their neighbours are in two groups, because travellers count them to Europe and to Asia. */
export const GROUPS: readonly Region[] = [
  {
    name: 'Europe',
    translations: names('Europa, Europa, Avrupa'),
    otherNames: names(
      'EU, European Union, Евросоюз, Европа, Ευρώπη, ヨーロッパ, 欧洲, 歐洲, 유럽, أوروبا, ยุโรป, Європа, Eurooppa, Europe and UK',
    ),
    countries: list(
      'ES FR IT GB DE GR PT TR NL CH AT HR CZ PL IE BE SE NO DK IS HU FI RO BG CY MT ME AL RS SI SK EE LV LT LU GE BA MK AD AM AX AZ BY FO GG GI IM JE LI MC MD RU SJ SM UA VA XK',
    ),
  },
  {
    name: 'Schengen',
    translations: names('Schengen-Raum, Espacio Schengen, Schengen Bölgesi'),
    otherNames: names('Schengen Area, Schengen Zone, Schengenraum, Шенген, シェンゲン'),
    countries: list('ES FR IT DE GR PT NL CH AT HR CZ PL BE SE NO DK IS HU FI RO BG MT SI SK EE LV LT LU LI'),
  },
  {
    name: 'Asia',
    translations: names('Asien, Asia, Asya'),
    otherNames: names('Asie, Ásia, Азия, アジア, 亚洲, 亞洲, 아시아, آسيا, เอเชีย, Asia Pacific, APAC'),
    countries: list(
      'JP TH ID VN SG KR CN HK MY TW PH IN AE TR LK MV KH NP SA QA JO IL LA UZ KZ GE MO OM BH KW AF AM AZ BD BN BT IQ IR KG KP LB MM MN PK PS SY TJ TL TM YE',
    ),
  },
  {
    name: 'Africa',
    translations: names('Afrika, África, Afrika'),
    otherNames: names('Afrique, Африка, アフリカ, 非洲, 아프리카, أفريقيا, แอฟริกา'),
    countries: list(
      'EG MA ZA TZ KE TN MU SN NA BW ZW ZM UG RW GH NG SC CV MG ET DZ RE AO BF BI BJ CD CF CG CI CM DJ EH ER GA GM GN GQ GW IO KM LR LS LY ML MR MW MZ NE SD SH SL SO SS ST SZ TD TG YT',
    ),
  },
  {
    name: 'North America',
    translations: names('Nordamerika, América del Norte, Kuzey Amerika'),
    otherNames: names('Amérique du Nord, Северная Америка, 北米, 北美, 북미'),
    countries: list('US CA MX'),
  },
  {
    name: 'South America',
    translations: names('Südamerika, América del Sur, Güney Amerika'),
    otherNames: names('Amérique du Sud, América do Sul, Южная Америка, 南米, 南美, 남미'),
    countries: list('BR AR PE CL CO EC BO UY PY VE FK GF GY SR'),
  },
  {
    name: 'Latin America',
    translations: names('Lateinamerika, América Latina, Latin Amerika'),
    otherNames: names('Amérique latine, LATAM'),
    countries: list('MX BR AR PE CO CL CR DO PA GT CU EC BO UY PR BZ FK GF GY HN NI PY SR SV VE'),
  },
  {
    name: 'Central America',
    translations: names('Mittelamerika, Centroamérica, Orta Amerika'),
    otherNames: names('Zentralamerika, América Central'),
    countries: list('CR PA GT BZ NI HN SV'),
  },
  {
    name: 'Americas',
    translations: names('Nord- und Südamerika, Las Américas, Amerika Kıtası'),
    otherNames: names('The Americas'),
    countries: list(
      'US CA MX BR AR PE CO CL CR DO PA JM BS GT PR CU EC AG AI AW BB BL BM BO BQ BZ CW DM FK GD GF GL GP GY HN HT KN KY LC MF MQ MS NI PM PY SR SV SX TC TT UM UY VC VE VG VI',
    ),
  },
  {
    name: 'Caribbean',
    translations: names('Karibik, Caribe, Karayipler'),
    otherNames: names('Caraïbes, Карибы, カリブ海, 加勒比, West Indies, Antilles'),
    countries: list('DO JM BS CU PR BB AW CW TT LC AG KY TC MQ GP AI BL BQ DM GD HT KN MF MS SX VC VG VI'),
  },
  {
    name: 'Oceania',
    translations: names('Ozeanien, Oceanía, Okyanusya'),
    otherNames: names('Océanie, Океания, オセアニア, 大洋洲, 오세아니아, South Pacific, Pacific Islands'),
    countries: list('AU NZ FJ PF GU NC VU WS TO CK MP PW AS CC CX FM KI MH NF NR NU PG PN SB TK TV WF'),
  },
  {
    name: 'Middle East',
    translations: names('Naher Osten, Oriente Medio, Orta Doğu'),
    otherNames: names(
      'Moyen-Orient, Ortadoğu, Ближний Восток, 中東, 中东, 중동, الشرق الأوسط, Gulf States, GCC',
    ),
    countries: list('AE TR EG SA QA JO IL OM BH KW LB IQ IR PS SY YE'),
  },
  {
    name: 'Southeast Asia',
    translations: names('Südostasien, Sudeste Asiático, Güneydoğu Asya'),
    otherNames: names(
      'South East Asia, South-East Asia, Asie du Sud-Est, 東南アジア, 东南亚, 동남아, 동남아시아, SEA, ASEAN',
    ),
    countries: list('TH VN ID SG MY PH KH LA MM BN TL'),
  },
  {
    name: 'Central Asia',
    translations: names('Zentralasien, Asia Central, Orta Asya'),
    otherNames: names('Средняя Азия, Silk Road'),
    countries: list('UZ KZ KG TJ TM'),
  },
  {
    name: 'Balkans',
    translations: names('Balkan, Balcanes, Balkanlar'),
    otherNames: names('Los Balcanes, Балканы, Western Balkans'),
    countries: list('GR HR BG RO RS ME AL SI BA MK XK'),
  },
  {
    name: 'Scandinavia',
    translations: names('Skandinavien, Escandinavia, İskandinavya'),
    otherNames: names('Скандинавия, Nordics, Nordic Countries'),
    countries: list('SE NO DK FI IS'),
  },
  {
    name: 'Baltics',
    translations: names('Baltikum, Países Bálticos, Baltık ülkeleri'),
    otherNames: names('Baltic States, Baltık, Прибалтика'),
    countries: list('EE LV LT'),
  },
  {
    name: 'Benelux',
    translations: [],
    otherNames: [],
    countries: list('NL BE LU'),
  },
  {
    name: 'Caucasus',
    translations: names('Kaukasus, Cáucaso, Kafkasya'),
    otherNames: names('Кавказ'),
    countries: list('GE AM AZ'),
  },
];

/** Crimea is claimed by two countries, and networks differ. The service offers both and decides nothing. */
export const SHARED_PLACES: readonly Region[] = [
  {
    name: 'Lapland',
    translations: names('Lappland, Laponia, Laponya'),
    otherNames: [],
    countries: list('FI SE NO'),
  },
  {
    name: 'Borneo',
    translations: names('Borneo, Borneo, Borneo'),
    otherNames: names('ボルネオ, 보르네오'),
    countries: list('MY ID BN'),
  },
  {
    name: 'Patagonia',
    translations: [],
    otherNames: [],
    countries: list('AR CL'),
  },
  {
    name: 'Alps',
    translations: names('Alpen, Alpes, Alpler'),
    otherNames: [],
    countries: list('CH AT FR IT DE SI'),
  },
  {
    name: 'Himalayas',
    translations: names('Himalaya, Himalaya, Himalayalar'),
    otherNames: [],
    countries: list('NP IN BT CN'),
  },
  {
    name: 'Dead Sea',
    translations: names('Totes Meer, Mar Muerto, Lut Gölü'),
    otherNames: [],
    countries: list('JO IL PS'),
  },
  {
    name: 'Niagara Falls',
    translations: names('Niagarafälle, Cataratas del Niágara, Niagara Şelalesi'),
    otherNames: names('Niagara'),
    countries: list('CA US'),
  },
  {
    name: 'Virgin Islands',
    translations: names('Jungferninseln, Islas Vírgenes, Virjin Adaları'),
    otherNames: [],
    countries: list('VI VG'),
  },
  {
    name: 'Channel Islands',
    translations: names('Kanalinseln, Islas del Canal, Manş Adaları'),
    otherNames: [],
    countries: list('JE GG'),
  },
  {
    name: 'Saint Martin Island',
    translations: [],
    otherNames: names('Saint-Martin Island'),
    countries: list('MF SX'),
  },
  {
    name: 'Crimea',
    translations: names('Krim, Crimea, Kırım'),
    otherNames: names('Крым, Крим, Kerch, Kertsch, Yevpatoriya, Feodosiya'),
    countries: list('UA RU'),
  },
  {
    name: 'Sevastopol',
    translations: [],
    otherNames: names('Sewastopol, Sebastopol, Sivastopol, Севастополь'),
    countries: list('UA RU'),
  },
  {
    name: 'Simferopol',
    translations: [],
    otherNames: names('Симферополь, Сімферополь, Akmescit'),
    countries: list('UA RU'),
  },
  {
    name: 'Yalta',
    translations: [],
    otherNames: names('Jalta, Ялта'),
    countries: list('UA RU'),
  },
  {
    name: 'Kashmir',
    translations: names('Kaschmir, Cachemira, Keşmir'),
    otherNames: [],
    countries: list('IN PK'),
  },
  {
    name: 'Punjab',
    translations: names('Punjab, Punyab, Pencap'),
    otherNames: names('Pandschab, Panyab'),
    countries: list('IN PK'),
  },
  {
    name: 'New Guinea',
    translations: names('Neuguinea, Nueva Guinea, Yeni Gine'),
    otherNames: [],
    countries: list('PG ID'),
  },
  {
    name: 'Hispaniola',
    translations: names('Hispaniola, La Española, Hispanyola'),
    otherNames: [],
    countries: list('DO HT'),
  },
];

export const REGIONS: readonly Region[] = [...GROUPS, ...SHARED_PLACES];

export const regionNames = ({ name, translations, otherNames }: Region): readonly string[] => [
  name,
  ...translations,
  ...otherNames,
];
