/** Spellings that travellers and feeds use and the package does not list. A spelling under two codes is ambiguous. */
import type { CountryCode } from '../plan.ts';

export const EXTRA_ALIASES: Readonly<Record<CountryCode, readonly string[]>> = {
  AE: ['Emirates', 'United Arab Emirates (UAE)', '아랍에미리트', '阿拉伯联合酋长国'],
  AU: ['오스트레일리아'],
  AX: ['Aaland Islands', 'Aaland', 'Ahvenanmaa', 'Åland Islands'],
  BA: ['Bosnia'],
  BQ: ['Bonaire'],
  // "Congo" alone is ambiguous.
  CD: ['Congo', 'Kongo', 'Congo (DRC)', 'Congo Kinshasa', 'Zaire'],
  CG: ['Kongo', 'Congo (Republic)', 'Congo Brazzaville'],
  CI: ['Cote dIvoire'],
  CN: ['Mainland China', 'China mainland', 'PRC', '中國', '中華人民共和國'],
  CV: ['Cabo Verde'],
  CZ: ['Czech', '체코'],
  DE: ['Deutschland'],
  ES: ['España'],
  FK: ['Malvinas'],
  FM: ['FSM'],
  FO: ['Faroes', 'Färöer', 'Føroyar'],
  GB: ['Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'United Kingdom (UK)'],
  GR: ['Hellas'],
  HK: ['Hong Kong SAR', 'Hong Kong (China)', 'HongKong', '香港', 'Гонконг', '홍콩', 'ฮ่องกง', 'ホンコン'],
  ID: ['印度尼西亚'],
  IT: ['Italia'],
  KG: ['Kirghizia'],
  KN: ['St Kitts'],
  KR: ['Korea', 'Korea South', 'South Korea (Republic of Korea)', 'ROK', '한국', '남한', '韓国'],
  KP: ['Korea North'],
  LK: ['Ceylon'],
  LU: ['Lëtzebuerg'],
  MF: ['St Martin (French)'],
  MK: ['Macedonia', 'FYROM'],
  MM: ['Myanmar (Burma)'],
  MO: ['Macau SAR', 'Macao SAR', 'Macau (China)', '澳門', '澳门', 'マカオ', '마카오', 'Макао'],
  MU: ['Île Maurice'],
  MV: ['Maldive Islands'],
  MX: ['México'],
  NL: ['Holland', 'Netherlands (Kingdom of the)', 'Holanda'],
  PS: ['Palestinian Territories', 'Palestinian Territory'],
  PT: ['포르투갈'],
  RE: ['La Réunion'],
  RU: ['Russian Federation', 'ロシア', '러시아'],
  SE: ['Sverige'],
  SG: ['Singapura'],
  SX: ['St Maarten', 'Saint Maarten'],
  SZ: ['Swaziland'],
  TC: ['Turks and Caicos'],
  TL: ['East Timor'],
  TR: ['Turkey', '튀르키예'],
  TW: ['Taiwan (China)', 'Taiwan, Province of China', '臺灣', '대만'],
  US: ['United States of America (USA)', 'America', 'U.S.', 'U S A', 'U S', 'ABD', 'アメリカ'],
  VA: ['Holy See', 'Vatican', 'Vatikan', 'Ватикан'],
  // "Virgin Islands" alone is ambiguous.
  VG: ['Virgin Islands', 'BVI'],
  VI: ['Virgin Islands', 'US Virgin Islands', 'USVI'],
  VN: ['Viet Nam'],
  TH: ['ประเทศไทย', 'เมืองไทย'],
  JP: ['日本国', 'ニッポン'],
  MA: ['Fas'],
  PH: ['Pilipinas'],
  SA: ['KSA'],
  // Kosovo has no ISO code; these are the ones that feeds and statistics offices use.
  XK: ['KSV', 'UNK', 'XKX', 'XKK'],
};

/** Romania's code until 2002. Some feeds still send it, but a traveller who writes "Rom" may mean the city. */
export const OLD_CODES: ReadonlyMap<string, CountryCode> = new Map([['ROM', 'RO']]);

/** Spellings of the package that are an everyday English word or name a part of the country only. */
export const DROPPED_ALIASES: ReadonlySet<string> = new Set(['island', 'mann', 'abode of peace', 'prathet']);

/**
 * Codes that look like a country and are none: reserved or retired by ISO, or a common slip.
 * Only where one country is certainly meant, or took over most of a retired one.
 */
export const SUGGESTIONS: Readonly<Record<string, CountryCode>> = {
  // Common slips: names, languages and the European Union's own codes.
  UK: 'GB',
  EN: 'GB',
  EL: 'GR',
  JA: 'JP',
  KO: 'KR',
  DA: 'DK',
  KV: 'XK',
  HI: 'US',
  // Exceptionally reserved by ISO.
  AC: 'SH',
  CP: 'FR',
  CQ: 'GG',
  DG: 'IO',
  EA: 'ES',
  FX: 'FR',
  IC: 'ES',
  SU: 'RU',
  TA: 'SH',
  // Retired: the country that bears the name now, or the largest part of it.
  AN: 'CW',
  BU: 'MM',
  DD: 'DE',
  DY: 'BJ',
  HV: 'BF',
  NH: 'VU',
  PZ: 'PA',
  RH: 'ZW',
  SF: 'FI',
  TP: 'TL',
  VD: 'VN',
  YD: 'YE',
  YU: 'RS',
  ZR: 'CD',
};
