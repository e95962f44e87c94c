import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcedIn, linksToNextPage } from './announced.ts';

const ROWS = [{ id: 1 }, { id: 2 }, { id: 3 }];

test('a further page is announced by fields beside the list, and by the objects that describe the paging', () => {
  const announced: readonly (readonly [object, string])[] = [
    [{ pageCount: 3 }, 'pageCount is 3'],
    [{ total_pages: '3' }, 'total_pages is 3'],
    [{ next: '/plans?page=2' }, 'next is stated'],
    [{ next_page: 2 }, 'next_page is 2'],
    [{ nextCursor: 'abc' }, 'nextCursor is stated'],
    [{ has_more: true }, 'has_more is true'],
    [{ meta: { last_page: 4 } }, 'meta.last_page is 4'],
    [{ _links: { next: { href: '/plans?page=2' } } }, '_links.next is stated'],
  ];
  for (const [fields, found] of announced) {
    assert.equal(announcedIn({ ...fields, plans: ROWS }, 'plans'), found);
    assert.equal(announcedIn({ ...fields, data: { plans: ROWS } }, 'data.plans'), found);
  }
});

test('one page, an empty field and fields of rows announce nothing', () => {
  for (const fields of [
    { pageCount: 1, next: null, next_page: 0, cursor: '', has_more: false },
    { links: { next: null, prev: '/x' }, meta: { last_page: 1, total: 900 } },
    { pages: ['home', 'plans'], stats: { total: 900, next: 'a' } },
  ])
    assert.equal(announcedIn({ ...fields, plans: ROWS }, 'plans'), null);
  assert.equal(announcedIn([{ next: 'x', total: 9 }], ''), null);
  assert.equal(announcedIn({ plans: [{ total: 9, next: 'x' }] }, 'plans'), null);
});

test('a total beside the list announces more if over 1% of it is missing, and one elsewhere announces nothing', () => {
  const hundred = Array.from({ length: 100 }, (_, id) => ({ id }));
  assert.equal(announcedIn({ total: 101, plans: hundred }, 'plans'), null);
  assert.equal(announcedIn({ totalCount: 102, plans: hundred }, 'plans'), 'totalCount is 102');
  assert.equal(announcedIn({ total: 500, data: { plans: hundred } }, 'data.plans'), null);
});

test('a Link header announces the next page by its relation', () => {
  assert.ok(
    linksToNextPage({ link: '<https://a.example/?page=2>; rel="next", <https://a.example/>; rel="first"' }),
  );
  assert.ok(linksToNextPage({ link: '</2>; title="x"; rel=next' }));
  assert.ok(!linksToNextPage({ link: '<https://a.example/next>; rel="prev"' }));
  assert.ok(!linksToNextPage({}));
});
