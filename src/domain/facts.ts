/**
 * The facts of a plan that a provider states, denies or leaves open. Every list of facts follows from this table: the
 * schema of a plan, the files of operators, the column map, the dominated offers, the responses and the rows.
 */

interface FactEntry {
  /** What it means if the fact is true. */
  readonly means: string;
  /** Its name in the `features` of a result. null: a result has it elsewhere, or not at all. */
  readonly feature: string | null;
  /** True: an offer without it cannot dominate an offer with it. The other facts are drawbacks, or exclude a plan. */
  readonly isAdvantage: boolean;
}

export const FACTS = {
  hotspot: { means: 'sharing the connection is allowed', feature: 'hotspot', isAdvantage: true },
  identityCheck: { means: 'a passport is required', feature: null, isAdvantage: false },
  topUp: { means: 'data can be added later', feature: 'top_up', isAdvantage: true },
  phoneNumber: { means: 'it comes with a phone number', feature: 'phone_number', isAdvantage: true },
  calls: { means: 'calls are included', feature: 'calls', isAdvantage: true },
  sms: { means: 'text messages are included', feature: 'sms', isAdvantage: true },
  newCustomersOnly: { means: 'only new customers may buy it', feature: null, isAdvantage: false },
  ads: { means: 'it shows advertisements', feature: 'ads', isAdvantage: false },
  inStock: { means: 'it is for sale', feature: null, isAdvantage: false },
} as const satisfies Readonly<Record<string, FactEntry>>;

type Table = typeof FACTS;
export type FactName = keyof Table;
export type FeatureName = NonNullable<Table[FactName]['feature']>;

export const FACT_NAMES = Object.keys(FACTS) as readonly FactName[];

/** A value for each fact. */
export function eachFact<T>(make: (name: FactName) => T): Record<FactName, T> {
  const facts = {} as Record<FactName, T>;
  for (const name of FACT_NAMES) facts[name] = make(name);
  return facts;
}

const FEATURES = FACT_NAMES.flatMap((name) => {
  const { feature } = FACTS[name];
  return feature === null ? [] : [{ name, feature }];
});

/** A value for each feature of a result, from the fact behind it. */
export const eachFeature = <T>(make: (name: FactName, feature: FeatureName) => T): Record<FeatureName, T> =>
  Object.fromEntries(FEATURES.map(({ name, feature }) => [feature, make(name, feature)])) as Record<
    FeatureName,
    T
  >;
