import { test } from 'node:test';
import { checkAgainstNaive } from '../../test/limits/commands.ts';

test('every decision equals that of a model that keeps every timestamp', () => checkAgainstNaive(60));
