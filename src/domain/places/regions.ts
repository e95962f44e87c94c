/** Continents and the groups of countries that travellers name, in several languages. */
import { COUNTRIES } from '../countries.ts';
import type { CountryCode } from '../plan.ts';

export interface Region {
  readonly name: string;
  readonly otherNames: readonly string[];
  readonly countries: readonly CountryCode[];
}

const bySubregion = (...subregions: readonly string[]): readonly CountryCode[] =>
  COUNTRIES.filter(({ subregion }) => subregions.includes(subregion)).map(({ code }) => code);
const byRegion = (region: string): readonly CountryCode[] =>
  COUNTRIES.filter((country) => country.region === region).map(({ code }) => code);
const list = (text: string): readonly string[] => text.split(/,? /).filter((word) => word !== '');
const names = (text: string): readonly string[] => text.split(', ');

/** Türkiye, Georgia and their neighbours are on both sides for a traveller; Cyprus is in Europe for its visitors. */
const EUROPE = [...byRegion('Europe'), 'TR', 'GE', 'AM', 'AZ', 'CY'];

export const REGIONS: readonly Region[] = [
  {
    name: 'Europe',
    otherNames: names(
      'EU, European Union, Europa, Avrupa, Евросоюз, Европа, Ευρώπη, ヨーロッパ, 欧洲, 歐洲, 유럽, أوروبا, ยุโรป, Європа, Eurooppa, Schengen, Europe and UK',
    ),
    countries: [...new Set(EUROPE)],
  },
  {
    name: 'Asia',
    otherNames: names(
      'Asie, Asien, Asya, Ásia, Азия, アジア, 亚洲, 亞洲, 아시아, آسيا, เอเชีย, Asia Pacific, APAC',
    ),
    countries: byRegion('Asia'),
  },
  {
    name: 'Africa',
    otherNames: names('Afrique, Afrika, África, Африка, アフリカ, 非洲, 아프리카, أفريقيا, แอฟริกา'),
    countries: byRegion('Africa'),
  },
  {
    name: 'North America',
    otherNames: names(
      'Amérique du Nord, Nordamerika, América del Norte, Kuzey Amerika, Северная Америка, 北米, 北美, 북미',
    ),
    countries: ['CA', 'MX', 'US'],
  },
  {
    name: 'South America',
    otherNames: names(
      'Amérique du Sud, Südamerika, América del Sur, América do Sul, Güney Amerika, Южная Америка, 南米, 南美, 남미',
    ),
    countries: bySubregion('South America'),
  },
  {
    name: 'Latin America',
    otherNames: names('Lateinamerika, América Latina, Latin Amerika, Amérique latine, LATAM'),
    countries: ['MX', ...bySubregion('South America', 'Central America'), 'CU', 'DO', 'PR'],
  },
  {
    name: 'Central America',
    otherNames: names('Zentralamerika, Mittelamerika, Centroamérica, América Central, Orta Amerika'),
    countries: bySubregion('Central America'),
  },
  {
    name: 'Americas',
    otherNames: names('The Americas, Amerika Kıtası, Las Américas'),
    countries: byRegion('Americas'),
  },
  {
    name: 'Caribbean',
    otherNames: names(
      'Karibik, Caribe, Caraïbes, Karayipler, Карибы, カリブ海, 加勒比, West Indies, Antilles',
    ),
    countries: bySubregion('Caribbean'),
  },
  {
    name: 'Oceania',
    otherNames: names(
      'Océanie, Ozeanien, Oceanía, Okyanusya, Океания, オセアニア, 大洋洲, 오세아니아, South Pacific, Pacific Islands',
    ),
    countries: byRegion('Oceania'),
  },
  {
    name: 'Middle East',
    otherNames: names(
      'Naher Osten, Oriente Medio, Moyen-Orient, Orta Doğu, Ortadoğu, Ближний Восток, 中東, 中东, 중동, الشرق الأوسط, Gulf States, GCC',
    ),
    countries: list('AE BH EG IL IQ IR JO KW LB OM PS QA SA SY TR YE'),
  },
  {
    name: 'Southeast Asia',
    otherNames: names(
      'South East Asia, South-East Asia, Südostasien, Sudeste Asiático, Asie du Sud-Est, Güneydoğu Asya, 東南アジア, 东南亚, 동남아, 동남아시아, SEA, ASEAN',
    ),
    countries: bySubregion('South-Eastern Asia'),
  },
  {
    name: 'Central Asia',
    otherNames: names('Zentralasien, Asia Central, Orta Asya, Средняя Азия, Silk Road'),
    countries: bySubregion('Central Asia'),
  },
  {
    name: 'Balkans',
    otherNames: names('Balkan, Balkanlar, Los Balcanes, Балканы, Western Balkans'),
    countries: list('AL BA BG GR HR ME MK RO RS SI XK'),
  },
  {
    name: 'Scandinavia',
    otherNames: names('Skandinavien, Escandinavia, İskandinavya, Скандинавия, Nordics, Nordic Countries'),
    countries: list('DK FI IS NO SE'),
  },
  {
    name: 'Baltics',
    otherNames: names('Baltic States, Baltikum, Países Bálticos, Baltık, Прибалтика'),
    countries: list('EE LT LV'),
  },
  { name: 'Benelux', otherNames: [], countries: list('BE LU NL') },
  { name: 'Caucasus', otherNames: names('Kaukasus, Cáucaso, Kafkasya, Кавказ'), countries: list('AM AZ GE') },
  { name: 'Lapland', otherNames: names('Lappland, Laponia'), countries: list('FI NO SE') },
  { name: 'Borneo', otherNames: names('ボルネオ, 보르네오'), countries: list('BN ID MY') },
  { name: 'Patagonia', otherNames: [], countries: list('AR CL') },
  { name: 'Alps', otherNames: names('Alpen, Alpes, Alpler'), countries: list('AT CH DE FR IT SI') },
  { name: 'Himalayas', otherNames: names('Himalaya'), countries: list('BT CN IN NP') },
  { name: 'Dead Sea', otherNames: names('Totes Meer, Mar Muerto'), countries: list('IL JO PS') },
  { name: 'Niagara Falls', otherNames: names('Niagara, Niagarafälle'), countries: list('CA US') },
  { name: 'Virgin Islands', otherNames: [], countries: list('VG VI') },
  { name: 'Channel Islands', otherNames: names('Kanalinseln'), countries: list('GG JE') },
  { name: 'Saint Martin Island', otherNames: names('Saint-Martin Island'), countries: list('MF SX') },
];
