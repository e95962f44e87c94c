/** A client of the Eşim API: one function for each route. README.md has examples, esim.d.ts the types. */

/** A longer wait is left to the caller. */
const WAIT_MAX_SECONDS = 60;

/** An error response of the service. */
export class EsimError extends Error {
  constructor(status, problem, retryAfterSeconds) {
    const wait = retryAfterSeconds === null ? '' : ` Try again in ${retryAfterSeconds} s.`;
    super(`${status}: ${problem?.detail ?? problem?.title ?? 'The response is not from Eşim.'}${wait}`);
    this.name = 'EsimError';
    this.status = status;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function createClient(baseUrl, { fetch = globalThis.fetch, headers = {}, retryOnce = false } = {}) {
  const root = baseUrl.replace(/\/+$/, '');

  async function request(path, query, signal) {
    const url = new URL(root + path);
    // Lists are separated by commas. An empty list means that the parameter is absent.
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null && String(value) !== '')
        url.searchParams.set(name, String(value));
    const first = await fetch(url, { headers, signal });
    const seconds = retryAfter(first);
    if (first.status !== 429 || !retryOnce || seconds === null || seconds > WAIT_MAX_SECONDS) return first;
    await first.body?.cancel();
    await sleep(seconds * 1000, signal);
    return fetch(url, { headers, signal });
  }

  async function json(path, query, signal, isDocument = ({ ok }) => ok) {
    const response = await request(path, query, signal);
    if (isDocument(response)) return response.json();
    throw await errorOf(response);
  }

  return {
    comparePlans: (query, { signal } = {}) => json('/api/v1/plans', { ...query, format: 'json' }, signal),
    async comparePlansAsCsv(query, { signal } = {}) {
      const response = await request('/api/v1/plans', { ...query, format: 'csv' }, signal);
      if (response.ok) return response.text();
      throw await errorOf(response);
    },
    listCountries: (query = {}, { signal } = {}) => json('/api/v1/countries', query, signal),
    checkPhone: (query, { signal } = {}) => json('/api/v1/phones', query, signal),
    getHealth: ({ signal } = {}) => json('/api/v1/health', {}, signal, isHealth),
    planUrl: (provider, plan) => `${root}/go/${encodeURIComponent(provider)}/${encodeURIComponent(plan)}`,
  };
}

/** The health of a failing service is the same document with 503. A problem has another media type. */
const isHealth = ({ ok, status, headers }) =>
  ok || (status === 503 && headers.get('content-type')?.startsWith('application/json'));

async function errorOf(response) {
  const problem = await response.json().catch(() => null);
  return new EsimError(response.status, problem, retryAfter(response));
}

/** The service states it in seconds. */
function retryAfter(response) {
  const value = response.headers.get('retry-after');
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}

function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
