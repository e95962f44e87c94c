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

/** One topic for each time until the arrival: what the trip asks for, or else the first one of the table. */
export function topicsFor(topics: readonly ShownTopic[], trip: TripTraits): readonly ShownTopic[] {
  const wanted = [
    ...(trip.need === 'unlimited' ? ['unlimited'] : []),
    ...(trip.travellers > 1 || trip.wantsHotspot ? ['hotspot'] : []),
  ];
  return GUIDE_TIMES.filter((time) => time !== 'after').flatMap((time) => {
    const ofTime = topics.filter(({ when }) => when === time);
    return (ofTime.find(({ id }) => wanted.includes(id)) ?? ofTime[0]) || [];
  });
}
