/** The limit to compare with: `node:http` alone, sending the same status, headers and bytes for every request. */
import { createServer } from 'node:http';
import { ANSWER } from './peers/answer.ts';

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const send = () => {
    response.writeHead(ANSWER.status, ANSWER.headers);
    response.end(ANSWER.bytes);
  };
  if (request.method === 'GET') send();
  else request.resume().once('end', send);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
