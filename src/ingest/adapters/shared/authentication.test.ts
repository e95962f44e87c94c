import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADAPTERS } from '../../config/adapters.ts';
import { type FakeFeed, fakeFeed, fetchAll, JSON_MAP, type Options } from '../../testing/adapters.ts';

const generic = ADAPTERS['generic']!;
const PLANS = { data: { offers: [{ code: 'a' }] } };
const TOKEN_URL = 'https://cedar.example/oauth/token';
/** Tokens are kept between runs, so each test has a source of its own. */
let sources = 0;
const withToken = (token: object): Options => {
  sources += 1;
  return { ...JSON_MAP, authentication: { token }, tokenUrl: `${TOKEN_URL}?test=${sources}` };
};

/** Issues a token for each request to the token address. */
const issuing = (options: Options, more: object = {}, statusOf = (_count: number) => 200): FakeFeed => {
  let issued = 0;
  return fakeFeed(options, ({ url }, count) => {
    if (!url.startsWith(TOKEN_URL)) return { status: statusOf(count), body: PLANS };
    issued += 1;
    return { body: { access_token: `token-${issued}`, ...more } };
  });
};

test('any number of headers and query parameters, with text around the credential', async () => {
  const authentication = {
    headers: { 'X-Client': '{client}', Authorization: 'Token {key}' },
    query: { publisher: '{publisher}', key: '{key}' },
  };
  const feed = fakeFeed({ ...JSON_MAP, authentication }, () => ({ body: PLANS }));
  await fetchAll(generic, feed);
  const [{ url, headers = {} } = assert.fail('nothing was requested')] = feed.asked;
  assert.deepEqual([headers['x-client'], headers['authorization']], ['secret-client', 'Token secret-key']);
  assert.equal(new URL(url).search, '?publisher=secret-publisher&key=secret-key');
});

test('Basic with a user and a password, Basic without one, and a bearer token', async () => {
  const base64 = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  for (const [authentication, expected] of [
    [{ basic: { user: '{sid}', password: '{token}' } }, base64('secret-sid:secret-token')],
    [{ basic: { user: '{key}', password: '' } }, base64('secret-key:')],
    [{ bearer: '{key}' }, 'Bearer secret-key'],
  ] as const) {
    const feed = fakeFeed({ ...JSON_MAP, authentication }, () => ({ body: PLANS }));
    await fetchAll(generic, feed);
    assert.equal(feed.asked[0]?.headers?.['authorization'], expected);
  }
});

test('client credentials are sent as a form, as a form with Basic, or as JSON, with the scope', async () => {
  const requestOf = async (token: object) => {
    const feed = issuing(withToken(token));
    await fetchAll(generic, feed);
    const [asked, page] = feed.asked;
    assert.equal(page?.headers?.['authorization'], 'Bearer token-1');
    return asked!;
  };
  const form = await requestOf({ scope: 'catalogue:read' });
  assert.deepEqual(Object.fromEntries(new URLSearchParams(form.body)), {
    client_id: 'secret-client_id',
    client_secret: 'secret-client_secret',
    grant_type: 'client_credentials',
    scope: 'catalogue:read',
  });
  const basic = await requestOf({ send: 'basic' });
  assert.equal(basic.body, 'grant_type=client_credentials');
  assert.equal(
    basic.headers?.['authorization'],
    `Basic ${Buffer.from('secret-client_id:secret-client_secret').toString('base64')}`,
  );
  const json = await requestOf({ send: 'json', fields: { login: '{user}' } });
  assert.deepEqual(
    [json.body, json.headers?.['content-type']],
    ['{"login":"secret-user"}', 'application/json'],
  );
});

test('a token is kept until a minute before its end, also between two runs', async () => {
  const options = withToken({});
  const start = fakeFeed(options, () => ({ body: '' })).now();
  const runAt = async (seconds: number) => {
    const feed = issuing(options, { expires_in: 3600 });
    await fetchAll(generic, { ...feed, now: () => start + seconds * 1000 });
    return feed.asked.filter(({ url }) => url.startsWith(TOKEN_URL)).length;
  };
  assert.deepEqual([await runAt(0), await runAt(3000), await runAt(3541), await runAt(3600)], [1, 0, 1, 0]);
});

test('a token without a stated end is requested in each run', async () => {
  const options = withToken({});
  for (let run = 0; run < 2; run += 1) {
    const feed = issuing(options);
    await fetchAll(generic, feed);
    assert.equal(feed.asked.length, 2);
  }
});

test('a rejected token is renewed once, and a second rejection names the variables', async () => {
  const renewed = issuing(withToken({}), {}, (count) => (count === 2 ? 401 : 200));
  await fetchAll(generic, renewed);
  assert.equal(renewed.asked.at(-1)?.headers?.['authorization'], 'Bearer token-2');
  const refused = issuing(withToken({}), {}, () => 401);
  await assert.rejects(
    fetchAll(generic, { ...refused, variable: (role) => `CEDAR_${role.toUpperCase()}` }),
    /status 401\. It was sent with a token that was requested with client credentials from CEDAR_CLIENT_ID and CEDAR_CLIENT_SECRET: is the credential right\?/,
  );
  assert.equal(refused.asked.length, 4);
});

test('a token request that is refused was sent with the client credentials, and not with a token', async () => {
  const feed = fakeFeed(withToken({}), () => ({ status: 401, body: '{}' }));
  await assert.rejects(
    fetchAll(generic, { ...feed, variable: (role) => `CEDAR_${role.toUpperCase()}` }),
    /^FeedError: The token request returned status 401\. It was sent with client credentials from CEDAR_CLIENT_ID and CEDAR_CLIENT_SECRET: is the credential right\?$/,
  );
});

test('a 403 names the variable and the kind of authentication', async () => {
  const authentication = { headers: { 'X-Api-Key': '{api_key}' } };
  const feed = fakeFeed({ ...JSON_MAP, authentication }, () => ({ status: 403, body: '' }));
  await assert.rejects(
    fetchAll(generic, { ...feed, variable: () => 'CEDAR_KEY' }),
    /status 403\. It was sent with the header "X-Api-Key" from CEDAR_KEY: may this credential read the feed\?/,
  );
});
