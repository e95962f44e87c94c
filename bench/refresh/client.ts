/**
 * Sends requests at a fixed rate, even if responses are late, so that a stalled server causes a visible queue.
 * `node client.ts <url> <requests a second>`. On the message 'times', it sends the times and the number of faults since the
 * last such message.
 */
import { Agent, request } from 'node:http';

const [url = '', rate = '300'] = process.argv.slice(2);
const everyMs = 1000 / Number(rate);
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
/** Far more callers than requests a second, so that no caller's window grows long. */
const CALLERS = 4_096;

let times: number[] = [];
let faults = 0;
let asked = 0;

function ask(): void {
  asked += 1;
  const caller = asked % CALLERS;
  const headers = { 'Accept-Encoding': 'br', 'X-Forwarded-For': `10.9.${caller >> 8}.${caller & 255}` };
  const began = performance.now();
  request(url, { agent, headers }, (answer) => {
    if (answer.statusCode !== 200) faults += 1;
    answer.on('end', () => times.push(performance.now() - began)).resume();
  })
    .on('error', () => {
      faults += 1;
    })
    .end();
}

let due = performance.now();
function tick(): void {
  for (; due <= performance.now(); due += everyMs) ask();
  setTimeout(tick, Math.max(0, due - performance.now()));
}
tick();

// The parent process has ended.
process.on('disconnect', () => process.exit());
process.on('message', () => {
  process.send?.({ times, faults });
  times = [];
  faults = 0;
});
