/**
 * The circuit breaker. The first failure opens it. While it is open, every request fails at once, and one probe at a
 * time tests the store. Requests never probe. Jitter prevents many processes from probing at the same moment.
 */
interface BreakerOptions {
  /** Resolves if the store works again. */
  readonly probe: () => Promise<void>;
  /** In [0, 1). */
  readonly random: () => number;
  readonly onOpen: (cause: unknown) => void;
  readonly onClose: () => void;
}

/** The first pause is short, because most failures are short. With the longest one, recovery takes far less than 5 s. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** The pause doubles with each attempt. The jitter makes it half to one and a half times as long. `random`: in [0, 1). */
export const pauseBefore = (attempt: number, random: () => number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + random());

export class Breaker {
  readonly #options: BreakerOptions;
  #open = false;
  #stopped = false;
  #probing = false;
  /** Probes since the store failed, or since the connection was open again. */
  #attempts = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  fail(cause: unknown): void {
    if (this.#open || this.#stopped) return;
    this.#open = true;
    this.#attempts = 0;
    this.#options.onOpen(cause);
    this.#schedule();
  }

  /** The connection is open again, so the next probe starts early. */
  probeSoon(): void {
    if (!this.#open || this.#probing || this.#stopped) return;
    this.#attempts = 0;
    this.#schedule();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const pauseMs = pauseBefore(this.#attempts, this.#options.random);
    this.#attempts += 1;
    this.#timer = setTimeout(() => void this.#probe(), pauseMs).unref();
  }

  async #probe(): Promise<void> {
    this.#probing = true;
    try {
      await this.#options.probe();
      this.#open = false;
    } catch {
      // The next probe tries again.
    } finally {
      this.#probing = false;
    }
    if (this.#stopped) return;
    if (this.#open) this.#schedule();
    else this.#options.onClose();
  }
}
