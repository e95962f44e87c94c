/** Sends requests far ahead, from a process of its own: `node pipeline.ts <port> <connections> <requests each>`. */
import { get, openClient, readAnswers } from './socket.ts';

const [port = 0, connections = 1, requests = 1] = process.argv.slice(2).map(Number);
const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';

async function flood(): Promise<number[]> {
  const client = await openClient(port);
  client.socket.write(get(TRIP).repeat(requests));
  await client.closed;
  return readAnswers(client.received()).map(({ status }) => status);
}

const answers = await Promise.all(Array.from({ length: connections }, flood));
process.send?.(answers);
process.disconnect();
