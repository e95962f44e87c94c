import { test } from 'node:test';
import { checkAgainstNaive } from '../../test/limits/commands.ts';

/** `npm run test:long` has more. */
const HISTORIES = 60;

test('every decision equals the decision of a model that stores every timestamp', () =>
  checkAgainstNaive(HISTORIES));
