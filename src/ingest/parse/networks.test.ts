import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networksOf } from './networks.ts';

/** "FR: Orange 5G, SFR": each network with its place and generation, where they are known. */
const read = (cell: unknown, separator?: string): string =>
  networksOf(cell, separator)
    .map(
      ({ place, name, generation }) =>
        `${place === null ? '' : `${place}: `}${name}${generation === null ? '' : ` [${generation}]`}`,
    )
    .join(', ');

const isRead = (cases: Readonly<Record<string, string>>): void => {
  for (const [cell, expected] of Object.entries(cases)) assert.equal(read(cell), expected, cell);
};

test('a text names networks with their generations', () =>
  isRead({
    'Orange, SFR; Bouygues | Free & Lebara': 'Orange, SFR, Bouygues, Free, Lebara',
    'Orange 5G': 'Orange [5G]',
    'Orange - LTE': 'Orange [4G]',
    'Orange (3G/4G)': 'Orange [4G]',
    'Orange（5G）, SFR': 'Orange [5G], SFR',
    'T-Mobile: 5G': 'T-Mobile [5G]',
    'O2: 5G, A1: LTE, 3: 5G, AT&T: 4G/5G': 'O2 [5G], A1 [4G], 3 [5G], AT&T [5G]',
    "O'Net": "O'Net",
    'TMN (MEO, Alice Group)': 'TMN (MEO, Alice Group)',
  }));

test('the generations of a network may be separated like networks', () => {
  isRead({
    'Orange 4G/5G': 'Orange [5G]',
    'Orange LTE / 5G, SFR': 'Orange [5G], SFR',
    'Orange 5G/4G; SFR 3G': 'Orange [5G], SFR [3G]',
    'Vodafone 4G & 5G': 'Vodafone [5G]',
    'FR: Orange 3G/4G, SFR; DE: Telekom 5G': 'FR: Orange [4G], FR: SFR, DE: Telekom [5G]',
  });
  assert.equal(read(['Vodafone 4G & 5G', 'Orange 3G/4G']), 'Vodafone [5G], Orange [4G]');
  assert.equal(read('Orange 4G/5G', ';'), 'Orange [5G]');
});

test('a generation is no network', () => {
  isRead({
    '5G': '',
    LTE: '',
    '4G/5G': '',
    '5G, Orange': 'Orange',
    'FR: 4G': '',
    'DE: Telekom 4G; FR: 4G/5G': 'DE: Telekom [4G]',
  });
  assert.equal(read(['5G', 'LTE']), '');
  assert.equal(read([{ name: '5G' }, { name: 'Orange', type: '5G' }]), 'Orange [5G]');
});

test('a place applies to the networks after it, until another place', () =>
  isRead({
    'FR: Orange, SFR; DE: Telekom': 'FR: Orange, FR: SFR, DE: Telekom',
    'Orange; Timor-Leste: Telkomcel': 'Orange, Timor-Leste: Telkomcel',
    'FR: N/A; DE: Telekom': 'DE: Telekom',
    'Local networks: Orange': 'Orange',
    'FR: Orange; Other networks: Telekom': 'FR: Orange, Other networks: Telekom',
    'FR: Orange; Networks: Telekom': 'FR: Orange, Telekom',
  }));

test('a count and a word for no or for any network are no networks, and "3" is one', () => {
  for (const cell of [
    'N/A',
    'n/a',
    'none',
    'Unknown',
    '-',
    '4',
    '5 networks',
    'Multiple operators',
    'Local',
    '',
  ])
    assert.equal(read(cell), '', cell);
  isRead({ 'N/A, Orange': 'Orange', 'Orange/N/A': 'Orange', 'WIN/A1': 'WIN, A1', '3': '3', '3, 4': '3' });
  assert.equal(read(['N/A', 'Orange']), 'Orange');
  assert.equal(read([{ name: 'N/A' }, { name: 'Orange' }]), 'Orange');
  assert.equal(read([{ code: 'FR', networks: [{ name: 'N/A' }, { name: 'Orange' }] }]), 'FR: Orange');
});

test('lists name networks with their place and generations', () => {
  assert.equal(
    read([{ code: 'FR', networks: [{ name: 'Orange', types: ['4G', '5G'] }] }]),
    'FR: Orange [5G]',
  );
  assert.equal(read([{ operator: 'Orange', country: 'FR', type: 'LTE' }]), 'FR: Orange [4G]');
  assert.equal(read(['Orange 5G', 'SFR']), 'Orange [5G], SFR');
});
