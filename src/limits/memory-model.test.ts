import { test } from 'node:test';
import { checkAgainstNaive } from '../../test/limits/commands.ts';

test('every decision equals the decision of a model that stores every timestamp', () =>
  checkAgainstNaive(60));
