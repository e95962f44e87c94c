import { test } from 'node:test';
import { checkAgainstNaive } from '../limits/commands.ts';

test('over thousands of random histories every decision equals that of the naive model', () =>
  checkAgainstNaive(3000));
