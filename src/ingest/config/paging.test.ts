import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Check } from 'typebox/value';
import { serialiseProblem } from '../../operator-files/problems.ts';
import type { FeedPage } from '../adapter.ts';
import { ColumnMap } from '../adapters/shared/column-map.ts';
import { CSV_MAP, fakeFeed, fetchAll, JSON_MAP, parseAll } from '../testing/adapters.ts';
import { ADAPTERS } from './adapters.ts';
import { checkFiles } from './check.ts';

const generic = ADAPTERS['generic']!;

const CEDAR = { id: 'cedar', name: 'Cedar', homepage: 'https://cedar.example/', hosts: ['cedar.example'] };
const row = (code: string) => ({ code, where: ['PT'], length: 7 });
const numbers = (pages: readonly FeedPage[]) => pages.map(({ number }) => number);
const withPaging = (paging: object) => ({ ...JSON_MAP, paging });
const body = (rows: readonly object[], rest: object = {}) => ({ data: { offers: rows }, ...rest });

describe('the generic adapter reads pages', () => {
  test('by number, until one is not full; an empty last page is no fault', async () => {
    const sizes = [2, 2, 0];
    const feed = fakeFeed(
      withPaging({ by: 'page', parameter: 'page', first: 0, sizeParameter: 'per', size: 2 }),
      (_request, count) => ({
        body: body(Array.from({ length: sizes[count - 1]! }, (_, at) => row(`${count}-${at}`))),
      }),
    );
    assert.deepEqual(numbers(await fetchAll(generic, feed)), [1, 2]);
    assert.deepEqual(
      feed.asked.map(({ url }) => url),
      [0, 1, 2].map((page) => `https://cedar.example/plans.json?page=${page}&per=2`),
    );
  });

  test('by number, as many as the feed says, full or not', async () => {
    const feed = fakeFeed(
      withPaging({ by: 'page', parameter: 'p', size: 50, pages: 'meta.last' }),
      (_request, count) => ({ body: body([row(`${count}`)], { meta: { last: 3 } }) }),
    );
    assert.deepEqual(numbers(await fetchAll(generic, feed)), [1, 2, 3]);
    const silent = fakeFeed(feed.options, () => ({ body: body([row('1')]) }));
    await assert.rejects(fetchAll(generic, silent), /states no number of pages in `meta.last`/);
  });

  test('by the address of the next page, with the credential, and never on another origin', async () => {
    const options = {
      ...withPaging({ by: 'next', path: 'links.next' }),
      authentication: { query: { key: '{api_key}' } },
    };
    const feed = fakeFeed(options, (_request, count) => ({
      body: body([row(`${count}`)], { links: { next: count < 3 ? `/plans.json?after=${count}` : null } }),
    }));
    assert.deepEqual(numbers(await fetchAll(generic, feed)), [1, 2, 3]);
    assert.equal(feed.asked[2]?.url, 'https://cedar.example/plans.json?after=2&key=secret-api_key');
    const elsewhere = fakeFeed(options, () => ({
      body: body([row('1')], { links: { next: 'https://other.example/2' } }),
    }));
    await assert.rejects(fetchAll(generic, elsewhere), /another origin/);
    assert.equal(elsewhere.asked.length, 1);
  });

  test('by a cursor, until there is none', async () => {
    const feed = fakeFeed(
      withPaging({ by: 'cursor', path: 'meta.cursor', parameter: 'after' }),
      (_request, count) => ({
        body: body([row(`${count}`)], count < 3 ? { meta: { cursor: `c&${count}` } } : {}),
      }),
    );
    assert.deepEqual(numbers(await fetchAll(generic, feed)), [1, 2, 3]);
    assert.equal(feed.asked[1]?.url, 'https://cedar.example/plans.json?after=c%261');
  });

  test('by a cursor, until the feed says that there is no more', async () => {
    const feed = fakeFeed(
      withPaging({ by: 'cursor', path: 'cursor', parameter: 'after', more: 'page.more' }),
      (_request, count) => ({
        body: body([row(`${count}`)], { cursor: `c${count}`, page: { more: count < 2 } }),
      }),
    );
    assert.deepEqual(numbers(await fetchAll(generic, feed)), [1, 2]);
  });

  test('by offset, until a page is not full, or up to the total', async () => {
    const options = { by: 'offset', parameter: 'skip', sizeParameter: 'take', size: 2 };
    const searches = async (paging: object, sizes: readonly number[], rest: object = {}) => {
      const feed = fakeFeed(withPaging(paging), (_request, count) => ({
        body: body(
          Array.from({ length: sizes[count - 1]! }, (_, at) => row(`${count}-${at}`)),
          rest,
        ),
      }));
      await fetchAll(generic, feed);
      return feed.asked.map(({ url }) => new URL(url).search);
    };
    assert.deepEqual(await searches(options, [2, 1]), ['?skip=0&take=2', '?skip=2&take=2']);
    assert.deepEqual(await searches({ ...options, total: 'meta.total' }, [1, 1, 1], { meta: { total: 3 } }), [
      '?skip=0&take=2',
      '?skip=1&take=2',
      '?skip=2&take=2',
    ]);
  });

  test('after the last row, until a page is not full or the feed says that there is no more', async () => {
    const bySize = { by: 'last', column: 'code', parameter: 'starting_after', size: 2 };
    const byWord = { by: 'last', column: 'code', parameter: 'starting_after', more: 'has_more' };
    for (const paging of [bySize, byWord]) {
      const feed = fakeFeed(withPaging(paging), (_request, count) => ({
        body: body(count === 1 ? [row('a'), row('b')] : [row('c')], { has_more: count === 1 }),
      }));
      assert.deepEqual(numbers(await fetchAll(generic, feed)), [1, 2]);
      assert.equal(new URL(feed.asked[1]!.url).search, '?starting_after=b');
    }
  });

  test('by the Link header, also without a host and among other links', async () => {
    const feed = fakeFeed(withPaging({ by: 'link' }), (_request, count) => ({
      headers:
        count === 1
          ? { link: '</plans.json?page=1>; rel="prev first", </plans.json?page=2>; title="x"; rel=next' }
          : { link: '</plans.json?page=1>; rel="prev"' },
      body: body([row(`${count}`)]),
    }));
    assert.deepEqual(numbers(await fetchAll(generic, feed)), [1, 2]);
    assert.equal(feed.asked[1]?.url, 'https://cedar.example/plans.json?page=2');
  });

  test('by number up to a total, and until a page is empty although pages are short', async () => {
    const page = { by: 'page', parameter: 'page', size: 5 };
    const byTotal = fakeFeed(withPaging({ ...page, total: 'n' }), (_request, count) => ({
      body: body([row(`${count}`)], { n: 3 }),
    }));
    assert.deepEqual(numbers(await fetchAll(generic, byTotal)), [1, 2, 3]);
    const untilEmpty = fakeFeed(withPaging({ ...page, untilEmpty: true }), (_request, count) => ({
      body: body(count < 3 ? [row(`${count}`)] : []),
    }));
    assert.deepEqual(numbers(await fetchAll(generic, untilEmpty)), [1, 2]);
    assert.equal(untilEmpty.asked.length, 3);
  });

  test('of a POST, with its body, its fixed headers and query, and the parameters in the body', async () => {
    const options = {
      ...withPaging({ by: 'offset', parameter: 'offset', sizeParameter: 'limit', size: 1, in: 'body' }),
      request: { body: { filter: { kind: 'esim' } }, headers: { 'Accept-Language': 'en' }, query: { v: 2 } },
    };
    const feed = fakeFeed(options, (_request, count) => ({ body: body(count === 1 ? [row('1')] : []) }));
    await fetchAll(generic, feed);
    const [first, second] = feed.asked;
    assert.deepEqual(
      [first?.method, first?.url, first?.headers?.['accept-language']],
      ['POST', 'https://cedar.example/plans.json?v=2', 'en'],
    );
    assert.deepEqual(
      [first, second].map((asked) => JSON.parse(asked?.body ?? '') as unknown),
      [
        { filter: { kind: 'esim' }, offset: 0, limit: 1 },
        { filter: { kind: 'esim' }, offset: 1, limit: 1 },
      ],
    );
  });

  test('never without end: the same page again, a circle, or more than the map allows fail the feed', async () => {
    const page = { by: 'page', parameter: 'page', size: 1 };
    const deaf = fakeFeed(withPaging(page), () => ({ body: body([row('1')]) }));
    await assert.rejects(fetchAll(generic, deaf), /Page 2 is the same as the page before it/);
    const endless = fakeFeed(withPaging({ ...page, maximumPages: 4 }), (_request, count) => ({
      body: body([row(`${count}`)]),
    }));
    await assert.rejects(fetchAll(generic, endless), /more than 4 pages/);
    assert.equal(endless.asked.length, 4);
    const circle = fakeFeed(
      withPaging({ by: 'cursor', path: 'next', parameter: 'c' }),
      (_request, count) => ({ body: body([row(`${count}`)], { next: count % 2 === 1 ? 'a' : 'b' }) }),
    );
    await assert.rejects(fetchAll(generic, circle), /already read/);
  });

  test('and a page in the middle that fails, or is no JSON, fails the feed', async () => {
    const paging = { by: 'page', parameter: 'page', size: 1 };
    for (const bad of [{ status: 500, body: '' }, { body: '<html>' }]) {
      const feed = fakeFeed(withPaging(paging), (_request, count) =>
        count === 2 ? bad : { body: body([row(`${count}`)]) },
      );
      await assert.rejects(fetchAll(generic, feed), { name: 'FeedError' });
    }
  });

  test('and an empty page that is not the last one fails the feed, however pages are named', async () => {
    const rest = (count: number) => ({
      links: { next: count < 3 ? `/plans.json?after=${count}` : null },
      meta: { last: 3, ...(count < 3 && { cursor: `c${count}` }) },
    });
    for (const paging of [
      { by: 'page', parameter: 'p', size: 50, pages: 'meta.last' },
      { by: 'next', path: 'links.next' },
      { by: 'cursor', path: 'meta.cursor', parameter: 'after' },
    ])
      for (const empty of [1, 2, 3]) {
        const feed = fakeFeed(withPaging(paging), (_request, count) => ({
          body: body(count === empty ? [] : [row(`${count}`)], rest(count)),
        }));
        if (empty === 3) assert.deepEqual(numbers(await fetchAll(generic, feed)), [1, 2]);
        else await assert.rejects(fetchAll(generic, feed), /page \d has no rows, but is not the last one/);
      }
  });

  test('in every format, and what contradicts itself is told before anything is fetched', () => {
    const paging = { by: 'page', parameter: 'page', size: 1 };
    const linesFor = (options: object) => {
      const source = {
        ...{ id: 'cedar', provider: 'cedar', adapter: 'generic', options },
        ...('authentication' in options && { credentials: { api_key: 'CEDAR_KEY' } }),
      };
      const files = {
        sources: { name: 'sources.json', text: JSON.stringify({ sources: [source] }) },
        providers: [{ name: 'cedar.json', text: JSON.stringify(CEDAR) }],
        coupons: null,
        overrides: null,
        folder: '',
      };
      return checkFiles(files, [generic]).problems.map((one) =>
        serialiseProblem(one).replace(/column \d+/, 'column X'),
      );
    };
    assert.deepEqual(linesFor(withPaging(paging)), []);
    const keyed = { authentication: { query: { key: '{api_key}' } } };
    assert.deepEqual(linesFor({ ...CSV_MAP, paging, ...keyed }), []);
    const broken = { inner: 'plans', refuse: [{ column: 'a', pattern: '(', reason: 'top_up' }] };
    assert.deepEqual(linesFor({ ...CSV_MAP, ...keyed, ...broken, authentication: { token: {} } }), [
      'sources.json, line 1, column X: sources[0].options.inner is not for tables, whose rows have no lists',
      'sources.json, line 1, column X: sources[0].options.tokenUrl is missing: the address that issues the token',
      'sources.json, line 1, column X: sources[0].options.refuse has an invalid pattern: (',
      'sources.json, line 1, column X: sources[0].credentials lacks "client_id" (the name of an environment variable): {"client_id": "CEDAR_CLIENT_ID"}',
      'sources.json, line 1, column X: sources[0].credentials lacks "client_secret" (the name of an environment variable): {"client_secret": "CEDAR_CLIENT_SECRET"}',
      'sources.json, line 1, column X: sources[0].credentials "api_key" is not used by generic',
    ]);
  });

  test('whose rows say on which page they stand', async () => {
    const feed = fakeFeed(
      withPaging({ by: 'page', parameter: 'page', size: 1, pages: 'n' }),
      (_request, count) => ({
        body: body([row(`${count}`)], { n: 2 }),
      }),
    );
    const [, second] = await fetchAll(generic, feed);
    const [parsed] = await parseAll(generic, second!, feed.options);
    assert.deepEqual([parsed?.ref.page, parsed?.ref.row], [2, 1]);
  });

  test('as the schema spells them, and slips of the pen are refused', () => {
    const good = [
      { by: 'page', parameter: 'page', size: 100 },
      { by: 'next', path: 'links.next', maximumPages: 50 },
      { by: 'cursor', path: 'cursor', parameter: 'page[after]' },
    ];
    for (const paging of good) assert.ok(Check(ColumnMap, withPaging(paging)), JSON.stringify(paging));
    const bad = [
      {},
      { by: 'offset' },
      { by: 'last', parameter: 'after' },
      { by: 'page', parameter: 'page' },
      { by: 'page', parameter: 'a&b', size: 1 },
      { by: 'next' },
      { by: 'next', path: 'a', maximumPages: 0 },
      { by: 'cursor', path: 'a' },
      { by: 'next', path: 'a', parameter: 'b' },
    ];
    for (const paging of bad) assert.ok(!Check(ColumnMap, withPaging(paging)), JSON.stringify(paging));
  });
});
