/**
 * Shares each turn of the event loop between the requests of all callers. In one turn, requests are handled for about
 * 5 ms, and the others wait for the next one. In between, the event loop accepts connections, reads, and runs work in
 * the background. Without this limit, a flood with one request on each of its connections would fill a turn. Node accepts
 * only one new connection in each turn, so while connections arrive, the turns are short.
 */

interface TurnsOptions {
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** Milliseconds of processor time of this thread. */
  readonly used?: () => number;
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn?: (task: () => void) => void;
  /** Calls back in the same turn, after the promises that are due. */
  readonly afterPromises?: (task: () => void) => void;
}

/** As long as a slice of work in the background, and a twentieth of the delay that others may have under a flood. */
const TURN_MS = 5;
/**
 * After a turn with a new connection there may be more of them, and each of them waits for a turn of its own. The requests
 * that wait are then not handled for this time at most, so that a hundred connections are accepted within some turns of
 * requests.
 */
const ACCEPT_MS = 10;

/** The requests of one caller that wait, oldest first. */
interface Queue {
  readonly tasks: (() => void)[];
  /** The processor time at which the first task became the last one in the order of all callers. */
  since: number;
}

export class Turns {
  readonly #now: () => number;
  readonly #used: () => number;
  readonly #nextTurn: (task: () => void) => void;
  readonly #afterPromises: (task: () => void) => void;
  /** By caller. The first caller of the map is the next one. */
  readonly #queues = new Map<string, Queue>();
  /** When no further request of this turn may begin; null: no request has come since the last turn. */
  #endsAt: number | null = null;
  /** When the last turn ended in which requests were handled. */
  #handledAt = 0;
  #hasConnected = false;

  constructor(options: TurnsOptions = {}) {
    const { now = () => performance.now(), used = threadMs } = options;
    const { nextTurn = setImmediate, afterPromises = onTick } = options;
    this.#now = now;
    this.#used = used;
    this.#nextTurn = nextTurn;
    this.#afterPromises = afterPromises;
  }

  /**
   * How much this thread has done while the next caller waited: the delay of everybody, however much a single caller has
   * requested. It is processor time, because refusing requests does not help while other programs use the processor.
   */
  get delayMs(): number {
    const [next] = this.#queues.values();
    return next === undefined ? 0 : this.#used() - next.since;
  }

  /** Runs a task now or in one of the next turns. The tasks of a caller keep their order, and callers alternate. */
  run(caller: string, task: () => void): void {
    if (this.#endsAt === null) this.#begin();
    const queue = this.#queues.get(caller);
    if (queue !== undefined) queue.tasks.push(task);
    else if (this.#queues.size > 0 || this.#now() >= this.#endsAt!)
      this.#queues.set(caller, { tasks: [task], since: this.#used() });
    else task();
  }

  /** Called for each new connection. */
  connected(): void {
    this.#hasConnected = true;
  }

  #begin(): void {
    this.#endsAt = this.#now() + TURN_MS;
    this.#nextTurn(() => {
      const mayBeMore = this.#hasConnected && this.#now() - this.#handledAt < ACCEPT_MS;
      this.#hasConnected = false;
      this.#endsAt = null;
      if (this.#queues.size === 0) return;
      this.#begin();
      if (!mayBeMore) this.#runNext();
    });
  }

  #runNext(): void {
    const [next] = this.#queues;
    if (next === undefined) return;
    const [caller, queue] = next;
    const task = queue.tasks.shift()!;
    this.#queues.delete(caller);
    if (queue.tasks.length > 0) {
      queue.since = this.#used();
      this.#queues.set(caller, queue);
    }
    task();
    // A request continues in promises, whose time counts too.
    this.#afterPromises(() => {
      this.#handledAt = this.#now();
      if (this.#now() < this.#endsAt!) this.#runNext();
    });
  }
}

/** Ticks are handled when no promise is due any more. */
const onTick = (task: () => void): void => queueMicrotask(() => process.nextTick(task));

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
