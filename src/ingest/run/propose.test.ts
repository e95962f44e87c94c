import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, pageFrom } from '../testing/adapters.ts';
import { propose } from './propose.ts';

const proposed = async (text: string) => {
  const found = await propose(pageFrom(text));
  const options = (found?.options ?? {}) as Readonly<Record<string, unknown>>;
  return { adapter: found?.adapter.id, options, notes: found?.notes.join('\n') ?? '' };
};

test('each format is told from its neighbours by a saved answer', async () => {
  for (const name of ['yesim', 'esimdb', 'saily', 'alosim', 'kolet', 'airalo'])
    assert.equal((await proposed(fixture(`${name}.json`))).adapter, name);
});

test('a map is guessed from names in any spelling: a unique column is the id, large numbers are MB, cents are cents', async () => {
  const { adapter, options, notes } = await proposed(
    [
      'bundle_name,covered countries,Data Volume,durationDays,priceInCents,currencyCode,Activation Policy',
      'b-1,Japan,5000,30,999,USD,first use',
      'b-2,Europe (36 areas),10000,30,1999,USD,first use',
      'b-3,USA & Canada,-1,7,2999,USD,purchase',
      'b-4,Japan,1000,7,299,USD,purchase',
    ].join('\n'),
  );
  assert.equal(adapter, 'generic');
  assert.equal(options['id'], 'bundle_name');
  assert.deepEqual([options['priceScale'], options['unlimitedValues']], ['minor', ['-1']]);
  assert.deepEqual(options['constants'], { dataUnit: 'MB' });
  assert.deepEqual((options['columns'] as Record<string, string>)['starts'], 'Activation Policy');
  assert.match(notes, /say in "regions" of which countries: "Europe"/);
});
