/**
 * The words for lengths, periods and amounts of data, by language. The parsers of columns, names, titles and prose
 * share this table, so that a name is understood wherever a column is.
 */

export type TimeUnit = 'hour' | 'day' | 'week' | 'month' | 'year';
export type SizeUnit = 'bytes' | 'MB' | 'GB' | 'TB';

/** Words with spaces between them. `unlimited` has patterns. */
interface Language extends Partial<Record<TimeUnit | SizeUnit, string>> {
  /** Between an amount and the time after which it renews: "per" day. */
  readonly per?: string;
  readonly daily?: string;
  readonly weekly?: string;
  readonly monthly?: string;
  readonly unlimited?: string;
  readonly data?: string;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    hour: 'h hr hrs hour hours',
    day: 'd day days',
    week: 'w wk wks week weeks',
    month: 'mo mos month months',
    year: 'y yr yrs year years',
    per: 'per a each every',
    daily: 'daily 24h 24hours',
    weekly: 'weekly',
    monthly: 'monthly',
    unlimited: 'unlimited unlim\\b ∞',
    data: 'data internet',
    bytes: 'b byte bytes',
    MB: 'mb mib m megabyte megabytes',
    GB: 'gb gib g gig gigs gigabyte gigabytes',
    TB: 'tb tib terabyte terabytes',
  },
  de: {
    hour: 'std stunde stunden',
    day: 'tag tage tagen',
    week: 'woche wochen',
    month: 'monat monate monaten',
    year: 'jahr jahre jahren',
    per: 'pro je',
    daily: 'täglich',
    weekly: 'wöchentlich',
    monthly: 'monatlich',
    unlimited: 'unbegrenzt(?:e[rsnm]?)? unlimitiert(?:e[rsnm]?)?',
    data: 'daten datenvolumen',
  },
  fr: {
    hour: 'heure heures',
    day: 'jour jours',
    week: 'semaine semaines',
    month: 'mois',
    year: 'an ans',
    per: 'par',
    daily: 'quotidien quotidiens',
    weekly: 'hebdomadaire',
    monthly: 'mensuel mensuels',
    unlimited: 'illimit[ée]e?s?',
    data: 'données',
    MB: 'mo',
    GB: 'go',
  },
  es: {
    hour: 'hora horas',
    day: 'día días dia dias',
    week: 'semana semanas',
    month: 'mes meses',
    year: 'año años',
    per: 'al por cada',
    daily: 'diario diarios',
    weekly: 'semanal',
    monthly: 'mensual mensuales',
    unlimited: 'ilimitad[oa]s?',
    data: 'datos',
  },
  it: {
    hour: 'ora ore',
    day: 'giorno giorni',
    week: 'settimana settimane',
    month: 'mese mesi',
    year: 'anno anni',
    per: 'al ogni',
    daily: 'giornaliero giornalieri',
    weekly: 'settimanale',
    monthly: 'mensile mensili',
    unlimited: 'illimitat[oiae]',
    data: 'dati',
  },
  pt: {
    month: 'mês',
    year: 'ano anos',
    per: 'ao',
    daily: 'diário diários',
    monthly: 'mensal mensais',
    data: 'dados',
  },
  tr: {
    hour: 'saat',
    day: 'gün günlük',
    week: 'hafta',
    month: 'ay',
    year: 'yıl',
    daily: 'günlük günde',
    weekly: 'haftalık haftada',
    monthly: 'aylık ayda',
    unlimited: 'sınırsız limitsiz',
    data: 'veri',
  },
  ja: {
    hour: '時間',
    day: '日 日間',
    week: '週間',
    month: 'か月 ヶ月 カ月 ケ月 か月間 ヶ月間 カ月間',
    year: '年 年間',
    daily: '毎日 日あたり 1日あたり 1日につき',
    weekly: '毎週 週',
    monthly: '毎月 月',
    unlimited: '無制限 使い放題 つかい放題 ギガ放題',
    data: 'データ データ通信 データ容量',
    GB: 'ギガ ギガバイト',
    MB: 'メガ メガバイト',
  },
  ko: {
    hour: '시간',
    day: '일 일간',
    week: '주 주간',
    month: '개월 달',
    year: '년',
    daily: '매일 하루 1일당',
    weekly: '매주',
    monthly: '매월 월',
    unlimited: '무제한',
    data: '데이터',
    GB: '기가 기가바이트',
    MB: '메가 메가바이트',
  },
  zh: {
    hour: '小时 小時',
    day: '天',
    week: '周 星期',
    month: '个月 個月',
    daily: '每天 每日',
    weekly: '每周 每週',
    monthly: '每月',
    unlimited: '无限量? 無限量? 不限流量 不限量 不限數據 吃到[饱飽]',
    data: '流量 数据 數據 上网 上網',
  },
  nl: {
    hour: 'uur',
    day: 'dag dagen',
    week: 'weken',
    month: 'maand maanden',
    year: 'jaar',
    daily: 'dagelijks',
    unlimited: 'onbeperkte?',
  },
  pl: { day: 'dzień dni' },
  ru: {
    hour: 'час часа часов',
    day: 'день дня дней',
    week: 'неделя недели недель',
    month: 'месяц месяца месяцев',
    unlimited: 'безлимит\\p{L}*',
    MB: 'мб',
    GB: 'гб',
  },
  th: { day: 'วัน', month: 'เดือน', unlimited: 'ไม่จำกัด' },
  id: { day: 'hari' },
  vi: { day: 'ngày' },
};

const wordsFor = (kind: keyof Language): readonly string[] =>
  Object.values(LANGUAGES).flatMap((language) => language[kind]?.split(' ') ?? []);

const unitsByWord = <T extends TimeUnit | SizeUnit>(units: readonly T[]): ReadonlyMap<string, T> =>
  new Map(units.flatMap((unit) => wordsFor(unit).map((word) => [word, unit] as const)));

export const TIME_UNITS = unitsByWord(['hour', 'day', 'week', 'month', 'year']);
export const SIZE_UNITS = unitsByWord(['bytes', 'MB', 'GB', 'TB']);

/** Days after which an amount renews, by the word for it. */
export const PERIOD_DAYS: ReadonlyMap<string, number> = new Map([
  ...kindsOf(1, 'day', 'daily'),
  ...kindsOf(7, 'week', 'weekly'),
  ...kindsOf(30, 'month', 'monthly'),
]);

function kindsOf(
  days: number,
  ...kinds: readonly (keyof Language)[]
): readonly (readonly [string, number])[] {
  return kinds.flatMap(wordsFor).map((word) => [word, days] as const);
}

// Patterns, as texts of regular expressions with the flags "iu".

/** Scripts that write words without spaces: another word may follow at once. */
const NO_SPACES = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** One of the words, the longest first. "日" and "일" begin the name of Japan. */
function oneOf(words: readonly string[]): string {
  const sorted = [...new Set(words)].sort((a, b) => b.length - a.length);
  const spaced = sorted.filter((word) => !NO_SPACES.test(word)).join('|');
  const others = sorted.filter((word) => NO_SPACES.test(word)).join('|');
  return `(?:(?:${spaced})(?![\\p{L}\\p{M}])|(?:${others})(?![本본]))`;
}

/** Shorter words mean other things in names: "500 Mo" are megabytes, "w/ calls" is no week. */
const isLongEnough = (word: string): boolean => word.length >= 3 || word === 'ay' || NO_SPACES.test(word);

/** A unit of time behind a number in a name. */
export const LENGTH_WORD = oneOf([...TIME_UNITS.keys()].filter(isLongEnough));

/** A unit of data behind a number in a name. "5G" is a network. */
export const SIZE_WORD = oneOf([...SIZE_UNITS.keys()].filter((word) => word.length >= 2 && word !== 'byte'));

export const UNLIMITED_WORDS = wordsFor('unlimited').join('|');
export const DATA_WORDS = wordsFor('data').join('|');

export const PER_WORDS = wordsFor('per').join('|');
const PER = `(?<!\\p{L})(?:${PER_WORDS})`;

/** "per day", "/日", "daily": how a text says after which time an amount renews. */
const periodWords = (unit: TimeUnit, adverb: keyof Language): string => {
  const behind = `(?:\\/ ?(?:1 ?)?|${PER} (?:1 )?)${oneOf([...wordsFor(unit), ...wordsFor(adverb)])}`;
  // "7 günlük" is a length, "günlük" alone a period.
  return `(?:${behind}|(?<!\\p{L}|\\d ?)${oneOf(wordsFor(adverb).filter((word) => word.length > 1))})`;
};

export const PER_DAY = `(?:${periodWords('day', 'daily')}|(?:${PER} |\\/ ?)24 ?h(?:ours?)?(?!\\p{L}))`;
export const PER_WEEK = periodWords('week', 'weekly');
export const PER_MONTH = periodWords('month', 'monthly');
