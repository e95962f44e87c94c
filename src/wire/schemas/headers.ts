/** The response headers of the API, as the OpenAPI document describes them. */

const header = (description: string, schema: object, example: unknown) => ({ description, schema, example });

export const HEADERS = {
  'Access-Control-Allow-Origin': header('Any origin may read.', { type: 'string', const: '*' }, '*'),
  'X-Request-Id': header('Name of this request in our logs.', { type: 'string' }, 'k3f9a0-1'),
  'X-RateLimit-Limit': header('Size of the window with the fewest requests left.', { type: 'integer' }, 12),
  'X-RateLimit-Remaining': header('Requests left in that window.', { type: 'integer' }, 11),
  'X-RateLimit-Reset': header(
    'Unix seconds at which the oldest unit of a rolling window expires, or the day ends.',
    { type: 'integer' },
    1_794_711_660,
  ),
  'RateLimit-Policy': header(
    'All windows that count this request: quota (q) and seconds (w). Structured fields of the IETF draft.',
    { type: 'string' },
    '"comparison.minute";q=12;w=60, "comparison.day";q=120;w=86400',
  ),
  RateLimit: header(
    'The same windows: how many are left (r), and seconds until they reset (t).',
    { type: 'string' },
    '"comparison.minute";r=11;t=60, "comparison.day";r=119;t=43200',
  ),
  Allow: header('Methods that are offered.', { type: 'string' }, 'GET, HEAD, OPTIONS'),
  'Retry-After': header('Whole seconds to wait.', { type: 'integer', minimum: 1 }, 17),
  'Cache-Control': header(
    'Responses: private, for the rest of their lifetime. Errors: no-store.',
    { type: 'string' },
    'private, max-age=900',
  ),
  ETag: header('Weak validator for If-None-Match.', { type: 'string' }, 'W/"hn2n0Yx1cWcW0hDq0k3zLg"'),
  Vary: header(
    'The request headers that the response depends on. On plans also `Accept`.',
    { type: 'string' },
    'Accept-Encoding',
  ),
  Location: header('The provider’s page.', { type: 'string' }, 'https://shop.example/tr-10gb-30d'),
  'X-Robots-Tag': header('Search engines do not index these links.', { type: 'string' }, 'noindex'),
} as const;
