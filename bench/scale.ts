/**
 * From measured figures to a million requests a second: how many processes, how many Redis servers, what gives out
 * first; and a simulation with the real memory of refusals that checks the model. By hand: `node bench/scale.ts`.
 * The text around it is docs/scale.md.
 */
import { DEFAULT_POLICIES, type Policies } from '../src/limits/policies.ts';
import { MAX_REMEMBERED, Refusals } from '../src/store/redis/refusals.ts';
import { NaiveLimits } from '../test/redis/naive.ts';
import { policiesWith } from '../test/redis/support.ts';

/**
 * What the model starts from: processor time, measured on two arm64 cores that others used too, on 15 November 2026.
 * Measure your own machines with the same commands and write their figures here.
 */
const MEASURED = {
  /** `bench/shared.ts`: the serving thread, for a cached answer and the question to Redis before it (126 to 158). */
  answerMicros: 140,
  /** `bench/shared.ts`: the same for a 429 from memory. */
  refusalMicros: 98,
  /** `bench/redis.ts`: the asker's part of one decision, for refusals that are asked for. */
  askMicros: 34,
  /** `bench/shared.ts`: Redis for one decision, its network included (35 to 46). One core does all of one set of counters. */
  decisionMicros: 38,
  /** `bench/shared.ts`: compressed, with headers. */
  answerBytes: 5_355,
  refusalBytes: 1_180,
} as const;

/** Nothing is planned to run fuller than this: beyond it queues grow faster than they drain. */
const FULLEST = 0.6;

interface Load {
  readonly name: string;
  readonly requestsPerSecond: number;
  readonly callers: number;
  readonly policies: Policies;
  /** The balancer sends a caller always to the same process (by a hash of the address). */
  readonly isSticky?: boolean;
}

interface Need {
  readonly admittedPerSecond: number;
  readonly asksPerSecond: number;
  readonly processes: number;
  readonly redisServers: number;
  readonly gigabitsPerSecond: number;
  readonly first: string;
}

/** Comparisons only; a steady day in which all callers ask alike. */
function admittedRate({ requestsPerSecond, callers, policies }: Load): number {
  const perDay = 86_400;
  return Math.min(
    requestsPerSecond,
    (callers * policies['comparison.minute'].limit) / 60,
    (callers * policies['comparison.day'].limit) / perDay,
    policies['comparison.service.day'].limit / perDay,
  );
}

/** Every admission is one question. A refusal is one question in each process that has not heard it yet. */
function askRate(load: Load, processes: number): number {
  const { callers, policies, requestsPerSecond } = load;
  const admitted = admittedRate(load);
  if (admitted >= requestsPerSecond) return requestsPerSecond;
  const isServiceSpent = policies['comparison.service.day'].limit / 86_400 <= admitted;
  // One process learns once that the service's budget is spent, and then refuses everybody until midnight.
  if (isServiceSpent) return admitted + processes / 86_400;
  const isDaySpent = (callers * policies['comparison.day'].limit) / 86_400 <= admitted;
  const refusedAnew = isDaySpent ? 86_400 : 60;
  const refusedPerCaller = ((requestsPerSecond - admitted) / callers) * refusedAnew;
  // Random balancing: that many of the processes see the caller at all before the window frees.
  const told = load.isSticky ? 1 : processes * (1 - (1 - 1 / processes) ** refusedPerCaller);
  // A process that meets more callers than it can remember asks again for those that it has forgotten.
  const met = load.isSticky ? callers / processes : callers;
  const forgotten = Math.max(0, 1 - MAX_REMEMBERED / met);
  return admitted + Math.max((callers * told) / refusedAnew, (requestsPerSecond - admitted) * forgotten);
}

function need(load: Load): Need {
  const admitted = admittedRate(load);
  const refused = load.requestsPerSecond - admitted;
  const answering = (admitted * MEASURED.answerMicros + refused * MEASURED.refusalMicros) / 1e6;
  let processes = Math.ceil(answering / FULLEST);
  // More processes ask more often, and asking takes time as well: a few rounds settle it.
  for (let round = 0; round < 20; round += 1) {
    const asking = ((askRate(load, processes) - admitted) * MEASURED.askMicros) / 1e6;
    processes = Math.max(2, Math.ceil((answering + asking) / FULLEST));
  }
  const asks = askRate(load, processes);
  const redisBusy = (asks * MEASURED.decisionMicros) / 1e6;
  const bytes = admitted * MEASURED.answerBytes + refused * MEASURED.refusalBytes;
  return {
    admittedPerSecond: admitted,
    asksPerSecond: asks,
    processes,
    redisServers: Math.max(1, Math.ceil(redisBusy / FULLEST)),
    gigabitsPerSecond: (bytes * 8) / 1e9,
    first: redisBusy > FULLEST ? 'Redis (one core decides)' : 'processes (HTTP)',
  };
}

const MANY = 1e12;
const LOADS: readonly Load[] = [
  { name: 'default budgets', requestsPerSecond: 1e6, callers: 1e6, policies: DEFAULT_POLICIES },
  {
    name: 'service budgets raised, callers as they are',
    requestsPerSecond: 1e6,
    callers: 1e6,
    policies: policiesWith({ 'comparison.service.day': MANY, 'comparison.uncached.day': MANY }),
  },
  {
    name: 'the same, balanced by a hash of the address',
    requestsPerSecond: 1e6,
    callers: 1e6,
    policies: policiesWith({ 'comparison.service.day': MANY, 'comparison.uncached.day': MANY }),
    isSticky: true,
  },
  {
    name: 'everything raised: all admitted',
    requestsPerSecond: 1e6,
    callers: 1e6,
    policies: policiesWith({
      'comparison.minute': MANY,
      'comparison.day': MANY,
      'comparison.service.day': MANY,
      'comparison.uncached.day': MANY,
    }),
  },
];

console.log('model, for 1,000,000 requests a second from 1,000,000 callers:');
for (const load of LOADS) {
  const { admittedPerSecond, asksPerSecond, processes, redisServers, gigabitsPerSecond, first } = need(load);
  console.log(
    `  ${load.name}: admitted ${admittedPerSecond.toFixed(2)}/s, asked of Redis ${asksPerSecond.toFixed(2)}/s, ` +
      `${processes} processes, ${redisServers} Redis set(s), ${gigabitsPerSecond.toFixed(1)} Gbit/s; first: ${first}`,
  );
}

/** Small enough to run, large enough to average: the shape is the same. */
interface Trial {
  readonly name: string;
  readonly load: Load;
  readonly processes: number;
  readonly seconds: number;
  /** Not measured: the windows fill first. */
  readonly warmUpSeconds: number;
}

const TRIALS: readonly Trial[] = [
  {
    name: 'caller minute refuses (4 a second each, 12 a minute allowed)',
    load: {
      name: '',
      requestsPerSecond: 400,
      callers: 100,
      policies: policiesWith({ 'comparison.day': MANY, 'comparison.service.day': MANY }),
    },
    processes: 8,
    seconds: 180,
    warmUpSeconds: 60,
  },
  {
    name: 'the same, balanced by a hash of the address',
    load: {
      name: '',
      requestsPerSecond: 400,
      callers: 100,
      policies: policiesWith({ 'comparison.day': MANY, 'comparison.service.day': MANY }),
      isSticky: true,
    },
    processes: 8,
    seconds: 180,
    warmUpSeconds: 60,
  },
  {
    name: 'service day refuses everybody',
    load: {
      name: '',
      requestsPerSecond: 400,
      callers: 5_000,
      policies: policiesWith({ 'comparison.service.day': 1_000 }),
    },
    processes: 8,
    seconds: 300,
    warmUpSeconds: 100,
  },
  {
    name: 'nothing refuses',
    load: {
      name: '',
      requestsPerSecond: 50,
      callers: 500,
      policies: policiesWith({
        'comparison.minute': MANY,
        'comparison.day': MANY,
        'comparison.service.day': MANY,
      }),
    },
    processes: 8,
    seconds: 60,
    warmUpSeconds: 0,
  },
];

interface Outcome {
  readonly admitted: number;
  readonly asked: number;
}

/** Every request goes to a random process; each has its own memory of refusals, and all share one set of counters. */
function simulate({ load, processes, seconds, warmUpSeconds }: Trial): Outcome {
  const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000;
  let elapsedMs = 0;
  const memories = Array.from({ length: processes }, () => new Refusals(() => elapsedMs));
  for (const memory of memories) memory.setListening(true);
  const counters = new NaiveLimits();
  let seed = 1;
  const below = (bound: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % bound;
  };
  let admitted = 0;
  let asked = 0;
  for (let request = 0; request < seconds * load.requestsPerSecond; request += 1) {
    elapsedMs = (request * 1000) / load.requestsPerSecond;
    const isMeasured = elapsedMs >= warmUpSeconds * 1000;
    const number = below(load.callers);
    const caller = `${number}`;
    const memory = memories[load.isSticky ? number % processes : below(processes)]!;
    if (memory.recall('comparison', caller) !== null) continue;
    const now = noon + Math.floor(elapsedMs);
    const decision = counters.take(load.policies, 'comparison', caller, now);
    if (isMeasured) asked += 1;
    if (decision.admitted) {
      if (isMeasured) admitted += 1;
      memory.forget(caller);
      continue;
    }
    const name = decision.names[0]!;
    const refusal = { name, limit: load.policies[name].limit, now, frees: decision.resetAt };
    if (name.endsWith('.service.day')) memory.rememberSpent(memory.mark, refusal);
    memory.remember('comparison', caller, memory.mark, refusal);
  }
  const measuredSeconds = seconds - warmUpSeconds;
  return { admitted: admitted / measuredSeconds, asked: asked / measuredSeconds };
}

console.log('simulation with the real memory of refusals, against the model:');
for (const trial of TRIALS) {
  const { admitted, asked } = simulate(trial);
  const isSpent = trial.name.startsWith('service');
  // Within the trial the budget is spent before the measurement begins.
  const expectedAdmitted = isSpent ? 0 : admittedRate(trial.load);
  const expectedAsked = isSpent ? 0 : askRate(trial.load, trial.processes);
  console.log(
    `  ${trial.name}: admitted ${admitted.toFixed(1)}/s (model ${expectedAdmitted.toFixed(1)}), ` +
      `asked ${asked.toFixed(1)}/s (model ${expectedAsked.toFixed(1)}) of ${trial.load.requestsPerSecond}/s`,
  );
}
