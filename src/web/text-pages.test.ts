import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_POLICIES } from '../limits/policies.ts';
import { createSite, NO_CONTACT, wordsOf } from './testing/harness.ts';

const site = createSite();

/** The essential words of every rule of use. */
const RULES: readonly RegExp[] = [
  /ranked, read-only eSIM comparison data for a trip.*destination country, a number of days and a level of data need/,
  /JSON API at https:\/\/esim\.example\/api\/v1\/plans .*remote MCP server at https:\/\/esim\.example\/mcp \(Streamable HTTP\)/,
  /same catalogue, the same coupon conditions and the same ranking formulas/,
  /No account is required for light use, and there is no API key/,
  /does not book, does not pay, does not run code and does not browse arbitrary URLs/,
  /does not expose the credentials of provider feeds/,
  /MCP server makes no AI-model call/,
  /All prices are in US dollars/,
  /eligibility and freshness context of every price/,
  /result links of the form \/go\/… intact/,
  /Individual trip research.*Light travel-assistant integrations.*Journalistic comparisons/,
  /Bulk scraping.*Mirroring the catalogue.*Systematic enumeration of countries and dates.*Evading quotas.*Resale of raw feeds/,
  /apply equally to browsers, MCP clients and automated scraping tools/,
  /brand or name is not proof of human use/,
  /visible attribution as linked text: Data by Eşim/,
  /Do not remove coupon conditions/,
  /Do not imply that an estimated price is guaranteed at checkout/,
  /Planned research or higher-volume use requires contacting the operator first/,
  /capacity-limited.*not an unlimited data feed/,
  /Short-lived abuse-prevention counters are kept for each caller/,
];

test('the terms state every rule, the limits in force and a contact', async () => {
  const { text } = await site.get('/terms');
  for (const rule of RULES) assert.match(wordsOf(text), rule);
  assert.ok(
    text.includes('&lt;a href=&quot;https://esim.example&quot;&gt;Data by Eşim&lt;/a&gt;'),
    'HTML to copy',
  );
  assert.match(wordsOf(text), /12 comparisons in any 60 seconds and 120 a UTC day/);
  const limits = (await site.get('/docs/limits')).text.split('Limits in force here')[1] ?? '';
  for (const { name } of Object.values(DEFAULT_POLICIES)) assert.ok(limits.includes(name), name);
  assert.match(text, /id="contact"/);
  assert.match(text, /href="mailto:desk@esim\.example"/);
});

test('the terms have the same sections, rules, limits and licences in every language, and mark translations', async () => {
  const pages = await Promise.all(['en', 'de', 'es', 'tr'].map((lang) => site.get(`/terms?lang=${lang}`)));
  const [english, ...others] = pages.map(({ text }) => text);
  const shape = (text = '') => ({
    ids: [...text.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id),
    items: text.split('<article')[1]?.match(/<li>/g)?.length,
    links: [...(text.split('<article')[1] ?? '').matchAll(/href="(?:https|mailto):[^"]*"/g)].map(
      ([link]) => link,
    ),
    code: [...text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, code]) => code),
    rows: text.match(/<tr>/g)?.length,
  });
  assert.ok(shape(english).ids.length === 10 && (shape(english).items ?? 0) > 25);
  for (const text of others) {
    assert.deepEqual(shape(text), shape(english));
    assert.match(text, /class="banner" role="note">[^<]*(?:Übersetzung|traducción|çeviri)/);
    assert.doesNotMatch(text, /lang="en">\n?<h1/, 'the text is not the English one');
    assert.doesNotMatch(text, /undefined/);
  }
  for (const text of pages.map((page) => page.text)) {
    assert.match(text, /mledoze\/countries[\s\S]*Open Database License \(ODbL\) 1\.0/);
    assert.match(text, /geonames\.org[\s\S]*creativecommons\.org\/licenses\/by\/4\.0/);
  }
});

test('without CONTACT the pages advise what to do, and with it they show it', async () => {
  const dead = createSite(undefined, { contact: NO_CONTACT });
  assert.match(wordsOf((await dead.get('/terms')).text), /has given no address\. If a price is wrong/);
  assert.match(
    wordsOf((await dead.get('/privacy?lang=de')).text),
    /keine Adresse angegeben\. Ist ein Preis falsch/,
  );
  assert.match((await site.get('/privacy')).text, /href="mailto:desk@esim\.example"/);
});
