/** The limit to compare with: `node:http` alone, sending the same status, headers and bytes for every request. */
import { createServer } from 'node:http';

const { status, headers, body } = JSON.parse(process.env['BARE_ANSWER'] ?? '{}') as {
  status: number;
  headers: Record<string, string>;
  body: string;
};
const bytes = Buffer.from(body, 'base64');
const server = createServer({ keepAliveTimeout: 65_000 }, (_request, response) => {
  response.writeHead(status, headers);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
