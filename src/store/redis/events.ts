/** The shared store tells what any store tells. */
import type { StoreEvent } from '../events.ts';

export type OnRedisEvent = (event: StoreEvent) => void;
