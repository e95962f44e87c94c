import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parametersWithCase, routesWithoutCase } from '../../bench/routes/inputs.ts';
import { knownRoutes } from '../../bench/routes/known-routes.ts';
import { VIEW_PARAMETERS } from '../web/trip/view.ts';
import { parametersOf, TRIP_PARAMETERS } from '../wire/parameters/table.ts';

test('the benchmark of free requests has a case for every route', () => {
  assert.deepEqual(routesWithoutCase(knownRoutes()), []);
});

test('a route without a case fails the check of the benchmark', () => {
  const added = ['/new', '/new/:name', '/docs/:page', '/esim/:country/:city'];
  assert.deepEqual(routesWithoutCase([...knownRoutes(), ...added]), added);
});

test('the benchmark has a case for every parameter of a trip', () => {
  const query = parametersOf(TRIP_PARAMETERS, 'query').map(([name]) => name);
  for (const [route, names] of [
    ['/api/v1/plans', query],
    ['/compare', VIEW_PARAMETERS],
  ] as const) {
    const known = parametersWithCase(route);
    assert.deepEqual(
      names.filter((name) => !known.includes(name)),
      [],
      route,
    );
  }
});
