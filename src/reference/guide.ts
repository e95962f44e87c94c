/** The topics of the guide that are shown at a moment, and those that fit a trip. */
import type { Need } from '../domain/trip.ts';
import { isDue, isShown } from './notes.ts';
import { GUIDE_TIMES, type GuideFile, type GuideTopic } from './schema.ts';

export interface ShownTopic extends GuideTopic {
  /** True after the day of `review_by`. */
  readonly mayHaveChanged: boolean;
}

/** In the order of the table. A topic that is too old or uncertain is not shown. */
export const shownTopics = (file: GuideFile | null, now: number): readonly ShownTopic[] =>
  (file?.topics ?? [])
    .filter((topic) => isShown(topic, now))
    .map((topic) => ({ ...topic, mayHaveChanged: isDue(topic, now) }));

/** What decides which topics fit a trip. */
export interface TripTraits {
  readonly need: Need;
  readonly travellers: number;
  /** Whether only plans with a hotspot are wanted. */
  readonly wantsHotspot: boolean;
}

/** More topics for one time of a trip would be a second list of contents. */
const PER_TIME_MAX = 2;

/** The topics about what the trip asks for come first, then those of the table in its order. After the trip: none. */
export function topicsFor(topics: readonly ShownTopic[], trip: TripTraits): readonly ShownTopic[] {
  const wanted = [
    ...(trip.need === 'unlimited' ? ['unlimited'] : []),
    ...(trip.travellers > 1 || trip.wantsHotspot ? ['hotspot'] : []),
  ];
  const rank = ({ id }: ShownTopic) => (wanted.includes(id) ? 0 : 1);
  return GUIDE_TIMES.filter((time) => time !== 'after').flatMap((time) =>
    topics
      .filter(({ when }) => when === time)
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, PER_TIME_MAX),
  );
}
