import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachFact, eachFeature, FACT_NAMES } from './facts.ts';

test('a result has a feature for each fact that is not shown elsewhere', () => {
  assert.deepEqual(
    eachFeature((name, feature) => `${feature} is ${name}`),
    {
      hotspot: 'hotspot is hotspot',
      top_up: 'top_up is topUp',
      phone_number: 'phone_number is phoneNumber',
      calls: 'calls is calls',
      sms: 'sms is sms',
      ads: 'ads is ads',
    },
  );
});

test('every fact has a value', () => {
  assert.deepEqual(
    Object.entries(eachFact((name) => name)),
    FACT_NAMES.map((name) => [name, name]),
  );
});
