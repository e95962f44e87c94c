import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSite, exampleComparison, NO_CONTACT, TRIP } from './testing/harness.ts';

const LINK = /<a href="([^"]*)"([^>]*)>Report a wrong price<\/a>/;

const reportIn = async (contact: string): Promise<{ href: string; more: string }> => {
  const { text } = await createSite(undefined, { contact }).get(TRIP);
  const [card = ''] = /<li class="card[\s\S]*?<\/li>\n/.exec(text) ?? [];
  const whole = card.length < 500 ? text : text.slice(text.indexOf('<li class="card'));
  const [, href = '', more = ''] = LINK.exec(whole) ?? [];
  return { href: href.replaceAll('&amp;', '&'), more };
};

const { plan, provider, price } = exampleComparison().orders.Recommended[0]!;

test('a wrong price is reported to the contact with the plan, its link, the trip and the price in the text', async () => {
  const { href } = await reportIn('mailto:desk@esim.example');
  const address = new URL(href);
  assert.equal(address.protocol + address.pathname, 'mailto:desk@esim.example');
  assert.equal(address.searchParams.get('subject'), 'Report a wrong price');
  const [name, link, trip, read = '', page] = address.searchParams.get('body')?.split('\n') ?? [];
  assert.equal(name, `${plan.name} (${provider.name})`);
  assert.match(link ?? '', new RegExp(`^https://[^?]+/go/${provider.id}/${plan.id}$`));
  assert.equal(trip, `Türkiye, 7 days: $${price.usd.toFixed(2)}`);
  assert.match(read, /^Price checked: /);
  assert.equal(page, `https://esim.example${TRIP}`);
});

test('a contact that has a subject keeps it, and one that is a form gets the text to paste', async () => {
  const { href } = await reportIn('mailto:desk@esim.example?cc=b@esim.example');
  assert.match(href, /^mailto:desk@esim\.example\?cc=b@esim\.example&subject=/);
  const form = await reportIn('https://desk.example/form');
  assert.equal(form.href, 'https://desk.example/form');
  assert.ok(form.more.includes(`data-copies="${plan.name} (${provider.name})\n`));
});

test('without a contact no page offers to report a wrong price, and the terms say what to do instead', async () => {
  const site = createSite(undefined, { contact: NO_CONTACT });
  for (const path of ['/', TRIP, '/terms', '/docs']) {
    const { text } = await site.get(path);
    assert.doesNotMatch(text, /Report a wrong price/, path);
    assert.match(text, /<a href="\/terms#wrong-price">If a price is wrong<\/a>/, path);
  }
  const section = (await site.get('/terms')).text.split('id="wrong-price"')[1]?.split('<h2')[0] ?? '';
  assert.match(section, /has given no address\. If a price is wrong, the provider’s own page is right/);
  assert.doesNotMatch(section, /Say which plan/);
  const open = (await createSite().get('/terms')).text.split('id="wrong-price"')[1]?.split('<h2')[0] ?? '';
  assert.match(open, /Say which plan[\s\S]*href="mailto:desk@esim\.example"[\s\S]*Until it is corrected/);
});
