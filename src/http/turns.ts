/**
 * Shares each turn of the event loop between the requests of all callers. In one turn, requests are handled for about
 * 5 ms, and the others wait for the next turn. Between two turns, the event loop accepts connections, reads, and runs
 * work in the background. Without this limit, a flood with one request on each of its connections would fill a turn.
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

/** A flood may delay the requests of others by 100 ms (decision 0025), which are 20 turns. */
const TURN_MS = 5;
/**
 * Node accepts only one new connection in each turn. So after a turn with a new connection, waiting requests are
 * postponed, for at most this time, and many connections are accepted quickly.
 */
const ACCEPT_MS = 10;

/** The waiting requests of one caller, oldest first. */
interface Queue {
  readonly tasks: (() => void)[];
  /** The processor time at which this caller was last put at the end of the order. */
  waitsSince: number;
}

export class Turns {
  readonly #now: () => number;
  readonly #used: () => number;
  readonly #nextTurn: (task: () => void) => void;
  readonly #afterPromises: (task: () => void) => void;
  /** By caller. The first caller of the map is the next one. */
  readonly #queues = new Map<string, Queue>();
  /** The time from which no further request of this turn begins. null: no turn is open. */
  #turnEndsAt: number | null = null;
  /** The time at which a waiting request was last handled. */
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
   * The processor time since the next caller began to wait. Callers take turns, so every caller waits about this long,
   * and a caller with many requests does not increase it. Time that other programs use does not count, because refusing
   * requests would not help against it.
   */
  get delayMs(): number {
    const [next] = this.#queues.values();
    return next === undefined ? 0 : this.#used() - next.waitsSince;
  }

  /** Runs a task now or in one of the next turns. The tasks of a caller keep their order, and callers alternate. */
  run(caller: string, task: () => void): void {
    const endsAt = this.#turnEndsAt ?? this.#openTurn();
    const mayRunNow = this.#queues.size === 0 && this.#now() < endsAt;
    if (mayRunNow) task();
    else this.#enqueue(caller, task);
  }

  /** Called for each new connection. */
  connected(): void {
    this.#hasConnected = true;
  }

  #enqueue(caller: string, task: () => void): void {
    const queue = this.#queues.get(caller);
    if (queue === undefined) this.#queues.set(caller, { tasks: [task], waitsSince: this.#used() });
    else queue.tasks.push(task);
  }

  /** Returns the time at which the turn ends. */
  #openTurn(): number {
    const endsAt = this.#now() + TURN_MS;
    this.#turnEndsAt = endsAt;
    this.#nextTurn(() => this.#startNextTurn());
    return endsAt;
  }

  #startNextTurn(): void {
    const isAccepting = this.#hasConnected && this.#now() - this.#handledAt < ACCEPT_MS;
    this.#hasConnected = false;
    this.#turnEndsAt = null;
    if (this.#queues.size === 0) return;
    const endsAt = this.#openTurn();
    if (!isAccepting) this.#runNext(endsAt);
  }

  /** Runs the oldest task of the next caller, and continues with the caller after it until the turn ends. */
  #runNext(endsAt: number): void {
    const [next] = this.#queues;
    if (next === undefined) return;
    const [caller, queue] = next;
    const task = queue.tasks.shift()!;
    this.#queues.delete(caller);
    if (queue.tasks.length > 0) {
      queue.waitsSince = this.#used();
      this.#queues.set(caller, queue);
    }
    task();
    // A request continues in promises, whose time counts too.
    this.#afterPromises(() => {
      this.#handledAt = this.#now();
      if (this.#now() < endsAt) this.#runNext(endsAt);
    });
  }
}

/** Ticks are handled when no promise is due any more. */
const onTick = (task: () => void): void => queueMicrotask(() => process.nextTick(task));

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
