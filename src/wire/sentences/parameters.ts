/** What the parameters of a trip accept, in words. The query string and the arguments of the tool share it. */
import { centsToUsd } from '../../domain/money.ts';
import {
  DATA_MB,
  DAYS_MAX,
  DAYS_MIN,
  LIST_MAX,
  PRICE_LIMIT_CENTS,
  TRAVELLERS_MAX,
} from '../../domain/trip.ts';
import { PHONE_LENGTH } from '../../reference/phone-search.ts';

export const ACCEPTED = {
  days: `a whole number from ${DAYS_MIN} to ${DAYS_MAX}`,
  data_gb: `a number from ${DATA_MB.min / 1000} to ${DATA_MB.max / 1000} with at most one decimal`,
  max_usd: `a number from ${centsToUsd(PRICE_LIMIT_CENTS.min)} to ${centsToUsd(PRICE_LIMIT_CENTS.max)} with at most two decimals`,
  travellers: `a whole number from 1 to ${TRAVELLERS_MAX}`,
  limit: `a whole number from 1 to ${LIST_MAX}`,
  phone: `brand and model, ${PHONE_LENGTH.min} to ${PHONE_LENGTH.max} characters without control characters`,
} as const;

/** `total`: the days of all stops. */
export const tooManyDays = (total: number): string =>
  `then is out of range: all days together are ${total}, give at most ${DAYS_MAX}.`;
