/** The English sentence for each reason why the health is not ok. */
import { EXPIRED_AFTER_DAYS } from '../../domain/freshness.ts';
import { ENGLISH } from '../../texts/texts.ts';

const { health } = ENGLISH.responses;

/** The reasons of sources follow a count: "2 of 19 sources kept the plans of the last good read: …". */
export const HEALTH_REASONS = {
  ...health,
  all_prices_expired: health.all_prices_expired({ days: EXPIRED_AFTER_DAYS }),
};
