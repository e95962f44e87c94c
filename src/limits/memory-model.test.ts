import { test } from 'node:test';
import { checkAgainstNaive } from '../../test/limits/commands.ts';

/** Random histories of requests. `npm run test:long` checks more of them. */
const HISTORIES = 60;

test('every decision of the counters in memory equals that of a model that stores every timestamp', () =>
  checkAgainstNaive(HISTORIES));
