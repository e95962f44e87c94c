import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedRequirements, typedTrip, WORDS_READ_MAX } from './typed.ts';

/** "a1,a2,a3" */
const listOf = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}`).join();

test('of an address, the first thirty stops are read, in one list, in several or in fields of the form', () => {
  const stopsOf = (query: string) => typedTrip(new URLSearchParams(query)).stops.length;
  assert.equal(stopsOf(`then=${listOf(29)}`), 29);
  assert.equal(stopsOf(`then=${listOf(640)}`), 30);
  assert.equal(stopsOf(Array(640).fill('then=KR:3').join('&')), 30);
  const fields = Array.from({ length: 99 }, (_, at) => `stop${at + 1}=Korea`);
  assert.equal(stopsOf(fields.join('&')), 30);
});

test('of a list of features, exits or providers, the first thirty entries are read', () => {
  const many = listOf(1_200);
  const { filters } = typedTrip(
    new URLSearchParams({ avoid_exits: many, providers: many, avoid_providers: many }),
  );
  const lists = [filters.avoid_exits, filters.providers, filters.avoid_providers];
  for (const list of lists) assert.equal(list, listOf(WORDS_READ_MAX));
  assert.equal(typedRequirements(new URLSearchParams({ require: many })).length, WORDS_READ_MAX);
  const boxes = new URLSearchParams(many.split(',').map((word): [string, string] => ['require', word]));
  assert.equal(typedRequirements(boxes).length, WORDS_READ_MAX);
});
