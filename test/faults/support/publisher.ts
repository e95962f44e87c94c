/** A process that publishes one market after the other until it is killed: `node publisher.ts <folder>`. */
import { publish } from '../../../src/catalogue/publish.ts';
import { marketOf, observedAt, PLAIN_PLAN } from '../../../src/catalogue/testing/market.ts';
import { openBeside } from '../../support/store.ts';

const [folder = ''] = process.argv.slice(2);
/** More than a test needs. */
const ROUNDS = 1_000;
const PLANS = 3_000;

const store = await openBeside(folder);
process.send?.('ready');
for (let round = 0; round < ROUNDS; round += 1) {
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  const plans = Array.from({ length: PLANS }, (_, index) => {
    const cents = 500 + ((index * 37 + round) % 4_000);
    return {
      ...PLAIN_PLAN,
      id: `plan-${index}`,
      price: { ...PLAIN_PLAN.price, minor: cents, usdCents: cents },
    };
  });
  const sources = [{ id: PLAIN_PLAN.source, status: 'ok' as const, lastSuccess: now, plans: PLANS }];
  await publish(store.snapshots, marketOf(plans, { observation: observedAt(now), sources }), now);
}
