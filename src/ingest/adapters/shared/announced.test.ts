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
