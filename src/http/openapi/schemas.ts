/** The named schemas of the OpenAPI document. They validate and type the responses. */
import {
  Attribution,
  Comparison,
  ItineraryOnWire,
  Leg,
  Notice,
  Split,
  Stop,
  Variant,
} from '../../wire/schemas/comparison.ts';
import { GoodToKnow, PhoneOnWire } from '../../wire/schemas/facts.ts';
import { Countries, Health, Phones } from '../../wire/schemas/lists.ts';
import { ProblemDocument } from '../../wire/schemas/problem.ts';
import { CouponOnWire, DrawbackOnWire, ReasonOnWire, Result } from '../../wire/schemas/result.ts';

export type Json = Readonly<Record<string, unknown>>;

const NAMED: Readonly<Record<string, { readonly properties: object }>> = {
  Comparison,
  Countries,
  Phones,
  Health,
  Problem: ProblemDocument,
  Attribution,
  Result,
  Coupon: CouponOnWire,
  Drawback: DrawbackOnWire,
  Reason: ReasonOnWire,
  Notice,
  Variant,
  Itinerary: ItineraryOnWire,
  Split,
  Leg,
  Stop,
  Phone: PhoneOnWire,
  GoodToKnow,
};

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** Returns every named schema. A named schema inside another one becomes a reference. */
export function namedSchemas(): Json {
  // A schema is found by its `properties`, because TypeBox copies the schema of an optional field, but not this object.
  const names = new Map(Object.entries(NAMED).map(([name, { properties }]) => [properties, name]));
  const shorten = (value: unknown, isRoot = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => shorten(item));
    if (value === null || typeof value !== 'object') return value;
    const name = 'properties' in value ? names.get(value.properties as object) : undefined;
    if (name !== undefined && !isRoot) return ref(name);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner)]));
  };
  return Object.fromEntries(Object.entries(NAMED).map(([name, schema]) => [name, shorten(schema, true)]));
}
