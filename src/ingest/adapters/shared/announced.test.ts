import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcedBy, nextLink } from './announced.ts';

const ROWS = [{ id: 1 }, { id: 2 }, { id: 3 }];
const ONE_PAGE = { pages: 1, rows: ROWS.length, isEndStated: false };

const announcedIn = (document: unknown, list: string, read: object = {}): string | null =>
  announcedBy({}, { document, list }, { ...ONE_PAGE, ...read });

test('a further page is announced by fields beside the list, and by the objects that describe the paging', () => {
  const announced: readonly (readonly [object, string])[] = [
    [{ pageCount: 3 }, 'pageCount is 3'],
    [{ total_pages: '3' }, 'total_pages is 3'],
    [{ pageTotal: 3 }, 'pageTotal is 3'],
    [{ next: '/plans?page=2' }, 'next is stated'],
    [{ next_page: 2 }, 'next_page is 2'],
    [{ nextPageUri: '/plans?page=2' }, 'nextPageUri is stated'],
    [{ '@odata.nextLink': '/plans?page=2' }, '@odata.nextLink is stated'],
    [{ nextCursor: 'abc' }, 'nextCursor is stated'],
    [{ end_cursor: 'abc' }, 'end_cursor is stated'],
    [{ NextContinuationToken: 'abc' }, 'NextContinuationToken is stated'],
    [{ has_more: true }, 'has_more is true'],
    [{ has_more: 1 }, 'has_more is 1'],
    [{ hasMorePages: 'Yes' }, 'hasMorePages is Yes'],
    [{ IsTruncated: 'True' }, 'IsTruncated is True'],
    [{ isLast: false }, 'isLast is false'],
    [{ last: 'false' }, 'last is false'],
    [{ done: false }, 'done is false'],
    [{ is_complete: false }, 'is_complete is false'],
    [{ complete: 'false' }, 'complete is false'],
    [{ finished: false }, 'finished is false'],
    [{ incomplete_results: true }, 'incomplete_results is true'],
    [{ next: true }, 'next is true'],
    [{ next_index: 3 }, 'next_index is 3'],
    [{ next_key: 'abc' }, 'next_key is stated'],
    [{ next_id: 17 }, 'next_id is 17'],
    [{ nextCursorMark: 'abc' }, 'nextCursorMark is stated'],
    [{ nextBatch: 'abc' }, 'nextBatch is stated'],
    [{ scroll_id: 'abc' }, 'scroll_id is stated'],
    [{ search_after: 'abc' }, 'search_after is stated'],
    [{ bookmark: 'abc' }, 'bookmark is stated'],
    [{ total: 3, next_token: 'abc' }, 'next_token is stated'],
    [{ count: 3, cursor: 'abc' }, 'cursor is stated'],
    [{ total: 0, cursor: 'abc' }, 'cursor is stated'],
    [{ continuation: 'abc' }, 'continuation is stated'],
    [{ resumptionToken: 'abc' }, 'resumptionToken is stated'],
    [{ pages: '1,200' }, 'pages is 1,200'],
    [{ pages: { total: 3, current: 1 } }, 'pages.total is 3'],
    [{ page: '1 of 3' }, 'page is stated'],
    [{ meta: { page: 'Page 1/3' } }, 'meta.page is stated'],
    [{ info: { pages: 42 } }, 'info.pages is 42'],
    [{ result_info: { total_pages: 3 } }, 'result_info.total_pages is 3'],
    [{ paginate: { next: '/2' } }, 'paginate.next is stated'],
    [{ paginator: { lastPage: 3 } }, 'paginator.lastPage is 3'],
    [{ navigation: { next: '/2' } }, 'navigation.next is stated'],
    [{ summary: { pages: 2 } }, 'summary.pages is 2'],
    [{ links: [{ rel: 'NEXT', href: '/2' }] }, 'links[rel=next] is stated'],
    [{ links: [{ rel: ['alternate', 'next'], href: '/2' }] }, 'links[rel=next] is stated'],
    [{ meta: { last_page: 4 } }, 'meta.last_page is 4'],
    [{ meta: { pagination: { pageCount: 4, total: 12 } } }, 'meta.pagination.pageCount is 4'],
    [{ meta: { pagination: { links: { next: '/plans?page=2' } } } }, 'meta.pagination.links.next is stated'],
    [{ pageInfo: { hasNextPage: true, endCursor: 'abc' } }, 'pageInfo.hasNextPage is true'],
    [{ response_metadata: { next_cursor: 'abc' } }, 'response_metadata.next_cursor is stated'],
    [{ meta: { cursor: { current: 'a', next: 'b' } } }, 'meta.cursor.next is stated'],
    [{ 'hydra:view': { 'hydra:next': '/plans?page=2' } }, 'hydra:view.hydra:next is stated'],
    [{ _links: { next: { href: '/plans?page=2' } } }, '_links.next is stated'],
    [
      {
        links: [
          { rel: 'self', href: '/' },
          { rel: 'next', href: '/2' },
        ],
      },
      'links[rel=next] is stated',
    ],
  ];
  for (const [fields, found] of announced) {
    assert.equal(announcedIn({ ...fields, plans: ROWS }, 'plans'), found);
    assert.equal(announcedIn({ ...fields, data: { plans: ROWS } }, 'data.plans'), found);
  }
});

test('one page, an empty field and fields of rows announce nothing', () => {
  for (const fields of [
    { pageCount: 1, next: null, next_page: 0, nextOffset: '0', cursor: '', has_more: false },
    { links: { next: null, prev: '/x' }, meta: { last_page: 1, total: 900 } },
    { links: [{ rel: 'self', href: '/' }, { rel: 'next' }], has_more: 'no', last: true, lastPage: 0 },
    { pages: ['home', 'plans'], stats: { total: 900, next: 'a' }, done: true, more: '' },
    // The last page of a Relay list has the cursor of its last row.
    { pageInfo: { hasNextPage: false, endCursor: 'abc' } },
    { cursor: 'abc', last: true },
    { meta: { cursor: { current: 'a', prev: null, next: null, count: 3 } } },
    { next_page_url: '', next: false, next_page: 'false', nextIndex: -1, next_cursor: null },
    {
      next_update: '2026-11-21',
      nextRefreshIn: 3600,
      info: { next_version: 'v3' },
      next_promotion: '2026-11-21T08:00:00Z',
    },
    { is_complete: true, finished: true, incomplete_results: false, scroll_id: '' },
    // A list that has all rows may still have the cursor of its last row.
    { total: 3, scroll_id: 'abc', endCursor: 'abc' },
    { page: '1 of 1', pages: { total: 1, current: 1 }, info: { pages: 1, next: null, count: 900 } },
    { total: 0, count: 3, total_size: '3', totalPlans: 3, total_products: 3 },
    { total_price: 900, totalCountries: 900, page: 3, token: 'abc' },
    { links: [{ rel: ['self'], href: '/' }, { rel: 'nextgen', href: '/2' }, { rel: 7 }] },
  ])
    assert.equal(announcedIn({ ...fields, plans: ROWS }, 'plans'), null);
  assert.equal(announcedIn([{ next: 'x', total: 9 }], ''), null);
  assert.equal(announcedIn({ plans: [{ total: 9, next: 'x' }] }, 'plans'), null);
});

test('a total beside the list announces more if over 1% of it is missing, and one elsewhere announces nothing', () => {
  const totals = { total: 101, plans: ROWS };
  assert.equal(announcedIn(totals, 'plans', { rows: 100 }), null);
  assert.equal(announcedIn({ totalCount: 102, plans: ROWS }, 'plans', { rows: 100 }), 'totalCount is 102');
  assert.equal(announcedIn({ total: 500, data: { plans: ROWS } }, 'data.plans', { rows: 100 }), null);
});

test('a total may have any usual name, and marks between thousands', () => {
  const totals = {
    total: '1,000',
    total_size: 500,
    totalPlans: 500,
    total_products: 500,
    count: 500,
    plan_count: 500,
  };
  for (const [name, value] of Object.entries(totals))
    assert.equal(announcedIn({ [name]: value, plans: ROWS }, 'plans'), `${name} is ${value}`);
});

test('a count of what the entries of the list contain announces nothing', () => {
  const countries = ROWS.map(({ id }) => ({ id, plans: [{ id }, { id }] }));
  for (const name of ['count', 'totalPlans', 'total_products'])
    assert.equal(announcedIn({ [name]: 6, data: countries }, 'data'), null);
  assert.equal(announcedIn({ total_countries: 6, countries }, 'countries'), 'total_countries is 6');
});

test('an announcement is named by its whole path', () => {
  const document = { payload: { paging: { totalPages: 3 }, plans: ROWS } };
  assert.equal(announcedIn(document, 'payload.plans'), 'payload.paging.totalPages is 3');
});

test('pages that were read are not announced, and only a flag contradicts an end that the feed states', () => {
  const document = { pages: 3, next: '/other', cursor: 'c', total: 900, plans: ROWS };
  assert.equal(announcedIn({ pages: 3, plans: ROWS }, 'plans', { pages: 3 }), null);
  assert.equal(announcedIn({ pages: 3, plans: ROWS }, 'plans', { pages: 2 }), 'pages is 3');
  assert.equal(announcedIn(document, 'plans', { isEndStated: true }), null);
  assert.equal(
    announcedIn({ ...document, has_more: true }, 'plans', { isEndStated: true }),
    'has_more is true',
  );
});

test('a Link header announces the next page by its relation', () => {
  const header = '<https://a.example/?page=2>; rel="next", <https://a.example/>; rel="first"';
  assert.equal(announcedBy({ link: header }, null, ONE_PAGE), 'it has a Link header with rel="next"');
  assert.equal(nextLink({ link: header }), 'https://a.example/?page=2');
  assert.equal(nextLink({ link: '</2>; title="a, b"; rel=next' }), '/2');
  assert.equal(nextLink({ link: "</1>; rel='prev', </2>; rel='next'" }), '/2');
  assert.equal(nextLink({ link: '<https://a.example/next>; rel="prev"' }), null);
  assert.equal(announcedBy({}, null, ONE_PAGE), null);
});
