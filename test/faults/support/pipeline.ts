/** Sends requests far ahead, from a process of its own: `node pipeline.ts <port> <connections> <requests each> <address>…`. */
import { get, openClient, readAnswers } from './socket.ts';

const [port, connections, requests] = process.argv.slice(2, 5).map(Number) as [number, number, number];
const TRIP = '/api/v1/plans?country=TR&days=7&need=normal';

async function flood(from: string): Promise<number[]> {
  const client = await openClient(port, from);
  client.socket.write(get(TRIP).repeat(requests));
  await client.closed;
  return readAnswers(client.received()).map(({ status }) => status);
}

const answers: number[][] = [];
for (const from of process.argv.slice(5)) {
  answers.push(...(await Promise.all(Array.from({ length: connections }, () => flood(from)))));
}
process.send?.(answers);
process.disconnect();
