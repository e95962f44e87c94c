import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filledLink } from '../../domain/tracking-link.ts';
import type { Draft } from '../draft.ts';
import { RowRejected } from '../parse/value.ts';
import { draft, normaliseDraft } from '../testing/plans.ts';
import { createRowProviders } from './row-providers.ts';

const FILE = {
  id: 'anka',
  name: 'Anka Mobil',
  homepage: 'https://anka.example/',
  brand: 'anka',
  hosts: ['anka.example'],
};
const row = (provider: string | null, host = 'anka.example') =>
  draft({ provider, link: `https://${host}/tr` });

test('a row goes to the provider whose file has its name or id, in any spelling, or to the one that the map names', () => {
  const { of, created } = createRowProviders({ providers: { names: { 'A.M. Telecom': 'anka' } } }, [FILE]);
  for (const name of ['anka', 'ANKA MOBIL', 'a.m. telecom']) assert.equal(of(row(name)).id, 'anka');
  assert.throws(() => of(row('Simurg')), {
    reason: 'unknown_provider',
    message: /"Simurg" has no file in the providers folder/,
  });
  assert.throws(() => of(row(null)), RowRejected);
  assert.deepEqual(created(), []);
});

test('providers are made from rows only for hosts that the operator names', () => {
  const create = { hosts: ['shops.example'] };
  const { of, created } = createRowProviders({ providers: { create } }, [FILE]);
  of(row('Şimşek eSIM', 'www.shops.example'));
  of(row('simsek esim', 'x.shops.example'));
  assert.throws(() => of(row('Thief', 'thief.example')), RowRejected);
  assert.throws(() => of(row('!!', 'shops.example')), RowRejected);
  assert.deepEqual(created(), [
    {
      id: 'simsekesim',
      name: 'Şimşek eSIM',
      homepage: 'https://www.shops.example/',
      brand: 'simsekesim',
      hosts: ['shops.example'],
    },
  ]);
  const patterned = createRowProviders(
    { providers: { create: { ...create, homepage: 'https://shops.example/{provider}' } } },
    [],
  );
  patterned.of(row('Two Words', 'shops.example'));
  assert.equal(patterned.created()[0]?.homepage, 'https://shops.example/two-words');
});

test('a name in any script is a name, and a brand that is called like a short address keeps its dot', () => {
  const create = { hosts: ['shops.example'] };
  const { of, created } = createRowProviders({ providers: { create } }, []);
  const ids = ['いーしむさん', '이심', 'esim.io'].map((name) => of(row(name, 'shops.example')).id);
  assert.equal(new Set(ids).size, 3);
  for (const id of ids) assert.match(id, /^[a-z0-9][a-z0-9-]*$/);
  assert.deepEqual(
    created().map(({ name }) => name),
    ['いーしむさん', '이심', 'esim.io'],
  );
});

test('two providers of one source may use one id: their plans stay apart', () => {
  const create = { hosts: ['shops.example'] };
  const { of } = createRowProviders({ providers: { create } }, []);
  const idOf = (provider: string) => {
    const read = normaliseDraft(
      { provider, externalId: 'tr-1', link: 'https://shops.example/x' },
      { providerOf: of },
    );
    assert.ok(read.ok);
    return `${read.plan.provider}/${read.plan.id}`;
  };
  assert.deepEqual([idOf('One'), idOf('Two')], ['one/one-tr-1', 'two/two-tr-1']);
});

test('an untracked link is put into the tracking link, once it was found to lead to the shop', () => {
  const trackingLink = 'https://track.example/c?a=7&p={provider}&to={link}';
  const read = normaliseDraft({ link: 'https://shop.example/a?b=1' }, { trackingLink });
  assert.ok(read.ok);
  assert.equal(
    read.plan.link,
    'https://track.example/c?a=7&p=shop&to=https%3A%2F%2Fshop.example%2Fa%3Fb%3D1',
  );
  const marked = normaliseDraft(
    { link: 'https://shop.example/{via}?b={to}' },
    { trackingLink: 'https://track.example/{via}/c?s={to}&to={link}#{to}' },
  );
  assert.ok(marked.ok);
  assert.equal(
    filledLink(marked.plan.link, 'page', 'TR'),
    'https://track.example/page/c?s=TR&to=https%3A%2F%2Fshop.example%2F%257Bvia%257D%3Fb%3D%7Bto%7D#TR',
    'only the marks of the operator are filled in',
  );
  assert.match(
    filledLink(marked.plan.link, 'other', null),
    /^https:\/\/track\.example\/other\/c\?s=xx&.*#xx$/,
  );
  const elsewhere = normaliseDraft({ link: 'https://thief.example/a' }, { trackingLink });
  assert.ok(!elsewhere.ok);
  assert.equal(elsewhere.reason, 'bad_link');
});

const SHOPS = ['shops.example'];
const creating = () => createRowProviders({ providers: { create: { hosts: SHOPS } } }, [FILE]);
const messageFor = (read: () => unknown): string => {
  try {
    read();
    return 'accepted';
  } catch (error) {
    assert.ok(error instanceof RowRejected);
    return `${error.reason}: ${error.message}`;
  }
};

test('a row without a usable provider is rejected with what the operator can do', () => {
  const { of } = creating();
  const cases: readonly [Draft, string][] = [
    [row(null), 'unknown_provider: the row has no provider'],
    [row('  '), 'unknown_provider: the row has no provider'],
    [row('!!', 'shops.example'), 'unknown_provider: its provider "!!" is not a name'],
    [
      row('Simurg', 'thief.example'),
      'unknown_provider: its provider "Simurg" has no file, and its link leads to thief.example, which the provider\'s hosts do not list',
    ],
  ];
  for (const [draft, message] of cases)
    assert.equal(
      messageFor(() => of(draft)),
      message,
    );
  const closed = createRowProviders({ providers: {} }, [FILE]);
  assert.equal(
    messageFor(() => closed.of(row('Simurg'))),
    'unknown_provider: its provider "Simurg" has no file in the providers folder, and the source does not create providers',
  );
});

test('a name that the operator maps to a provider without a file is read like any other name', () => {
  const { of } = createRowProviders({ providers: { names: { Simurg: 'missing' } } }, [FILE]);
  assert.match(
    messageFor(() => of(row('Simurg'))),
    /has no file in the providers folder/,
  );
});

test('at most five hundred providers are created, and known ones are still read after that', () => {
  const { of, created } = creating();
  for (let at = 0; at < 500; at++) of(row(`Shop ${at}`, 'shops.example'));
  assert.equal(
    messageFor(() => of(row('One more', 'shops.example'))),
    'unknown_provider: its provider "One more" comes after 500 other providers: is this the right column?',
  );
  assert.deepEqual([of(row('shop 7', 'shops.example')).id, of(row('anka')).id], ['shop7', 'anka']);
  assert.equal(created().length, 500);
});

test('what marketplaces write around the name of a seller is no part of it, in full-width letters too', () => {
  const { of } = creating();
  for (const written of ['Visit the Anka Store', 'ブランド: Anka', 'Ａｎｋａ', 'Brand: Anka'])
    assert.equal(of(row(written)).id, 'anka', written);
});

test('the id of a created provider is readable, and two names never share one', () => {
  const { of, created } = creating();
  const idOf = (name: string) => of(row(name, 'shops.example')).id;
  assert.equal(idOf('Two Words'), 'twowords');
  const [long, longer] = ['a'.repeat(41), 'a'.repeat(42)].map(idOf);
  assert.match(long!, /^a{40}-[0-9a-z]+$/);
  assert.notEqual(long, longer);
  assert.match(idOf('eSIM さん'), /^esim-[0-9a-z]+$/);
  assert.match(idOf('さん'), /^shop-[0-9a-z]+$/);
  assert.deepEqual(created().at(-1)?.name, 'さん');
});

test('the address of a created provider has the words of its name, or its id if the name has no letters from a to z', () => {
  const homepage = 'https://shops.example/{provider}';
  const { of, created } = createRowProviders({ providers: { create: { hosts: SHOPS, homepage } } }, []);
  for (const name of ['Über eSIM!', '--A  +  B--', 'さん']) of(row(name, 'shops.example'));
  const [first, second, third] = created();
  assert.deepEqual(
    [first?.homepage, second?.homepage],
    ['https://shops.example/uber-esim', 'https://shops.example/a-b'],
  );
  assert.equal(third?.homepage, `https://shops.example/${third?.id}`);
});
