/** Network operators that shops name in their plans' names, by country. Words that mean other things are left out. */
import type { CountryCode } from '../domain/plan.ts';

const OPERATORS: Readonly<Record<CountryCode, string>> = {
  AE: 'Etisalat, Virgin Mobile',
  AR: 'Claro, Movistar, Personal',
  AT: 'A1, Magenta, Drei',
  AU: 'Telstra, Optus, Vodafone',
  BE: 'Proximus, Orange, Telenet',
  BG: 'Vivacom, Yettel',
  BR: 'Claro, Vivo, TIM',
  CA: 'Rogers, Telus, Videotron, Freedom Mobile',
  CH: 'Swisscom, Salt',
  CL: 'Entel, Movistar, Claro, WOM',
  CN: 'China Mobile, China Unicom, China Telecom',
  CO: 'Claro, Movistar, Tigo',
  CY: 'Cyta, Epic',
  CZ: 'T-Mobile, O2, Vodafone',
  DE: 'Telekom, Vodafone, O2',
  DK: 'TDC, Telenor, Telia',
  EG: 'Vodafone, Etisalat, Orange',
  ES: 'Movistar, Orange, Vodafone, Yoigo',
  FI: 'Elisa, DNA, Telia',
  FR: 'Orange, SFR, Bouygues, Free Mobile',
  GB: 'EE, O2, Vodafone, Three UK',
  GR: 'Cosmote, Vodafone, Nova',
  HK: 'CSL, SmarTone, China Mobile, Three HK',
  HR: 'Hrvatski Telekom, A1, Telemach',
  HU: 'Magyar Telekom, Yettel, Vodafone',
  ID: 'Telkomsel, Indosat, XL Axiata',
  IE: 'Eir, Vodafone, Three Ireland',
  IL: 'Pelephone, Cellcom, Partner',
  IN: 'Airtel, Jio, Vodafone Idea',
  IT: 'TIM, Vodafone, WindTre, Iliad',
  JP: 'Docomo, DOCOMO, SoftBank, Softbank, KDDI, Rakuten',
  KE: 'Safaricom, Airtel',
  KR: 'SK Telecom, SKT, LG U+, KT',
  MA: 'Maroc Telecom, Inwi, Orange',
  MX: 'Telcel, Movistar, AT&T',
  MY: 'Celcom, Maxis, Digi, U Mobile',
  NG: 'MTN, Airtel, Glo',
  NL: 'KPN, Vodafone, Odido, T-Mobile',
  NO: 'Telenor, Telia',
  NZ: 'Spark, One NZ, 2degrees',
  PH: 'Globe Telecom, Smart Communications, DITO',
  PL: 'Orange, T-Mobile, Polkomtel',
  PT: 'MEO, NOS, Vodafone',
  QA: 'Ooredoo, Vodafone',
  RO: 'Orange, Vodafone, Digi',
  RS: 'Yettel, A1, Telekom Srbija',
  SA: 'STC, Mobily, Zain',
  SE: 'Telia, Tele2, Telenor',
  SG: 'Singtel, StarHub, Starhub',
  TH: 'AIS, dtac, DTAC, TrueMove, True Move',
  TR: 'Turkcell, Türk Telekom, Turk Telekom, Vodafone',
  TW: 'Chunghwa, FarEasTone, Taiwan Mobile',
  UA: 'Kyivstar, Vodafone, lifecell',
  US: 'AT&T, T-Mobile, Verizon',
  VN: 'Viettel, Vinaphone, VinaPhone, Mobifone, MobiFone',
  ZA: 'Vodacom, MTN, Telkom, Cell C',
};

const patterns: ReadonlyMap<CountryCode, RegExp> = new Map(
  Object.entries(OPERATORS).map(([country, names]) => {
    const words = names.split(', ').map((name) => name.replaceAll('+', '\\+'));
    // As written, capitals and all: "Orange" is a network, "orange" a colour.
    return [country, new RegExp(`(?<![\\p{L}\\p{N}-])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'gu')];
  }),
);

/** The networks of a country that a name names, each once. */
export function operatorsIn(name: string, country: CountryCode): readonly string[] {
  const pattern = patterns.get(country);
  const found = pattern === undefined ? null : name.match(pattern);
  return found === null ? NONE : [...new Set(found)];
}

const NONE: readonly string[] = [];
