/** The English sentence for each reason why the health is not ok. */
import { EXPIRED_AFTER_DAYS } from '../../domain/freshness.ts';

/** The reasons of sources follow a count: "2 of 19 sources are paused by the operator: …". */
export const HEALTH_REASONS = {
  no_catalogue: 'There is no catalogue yet',
  all_prices_expired: `Every price is older than ${EXPIRED_AFTER_DAYS} days`,
  source_aging: 'had no successful read for a day',
  source_stale: 'had no successful read for two days',
  source_expired: 'had no successful read for a week and were left out',
  source_kept: 'keep the plans of their last good read',
  source_paused: 'are paused by the operator',
  source_slow: 'take longer to read than usual, and the others are published after that',
  source_never_read: 'were never read successfully',
  files_broken: 'The operator’s files have a mistake: what was stored before is served',
  snapshot_damaged:
    'The newest catalogue is damaged: an earlier one, if there is one, is served until the sources are read again',
  reference_broken: 'A file of facts for travellers has a mistake, so these facts are left out',
  counts_lost: 'The shared store lost counts today, so limits may be exceeded until midnight UTC',
  counting_failed: 'Requests cannot be counted, so counted routes answer 503',
} as const;
