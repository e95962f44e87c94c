/** The plans of one order, best first, as far as they are asked for. */
import type { Candidates } from './candidates.ts';
import { type Order, readInto } from './reading.ts';
import { Shortlist } from './shortlist.ts';

/** Somewhat more than a list of 20 needs when a few plans are left out; the next is for whole families of them. */
const HELPINGS = [24, 256, Number.POSITIVE_INFINITY] as const;

export class BestFirst {
  readonly #candidates: Candidates;
  readonly #order: Order;
  #shortlist: Shortlist;
  #helping = 0;
  #given = 0;

  constructor(candidates: Candidates, order: Order) {
    this.#candidates = candidates;
    this.#order = order;
    this.#shortlist = this.#serve();
  }

  /** null: there are no more. */
  next(): number | null {
    if (this.#given === this.#shortlist.size) {
      if (this.#shortlist.size < this.#shortlist.limit) return null;
      this.#helping++;
      this.#shortlist = this.#serve();
      if (this.#given === this.#shortlist.size) return null;
    }
    return this.#shortlist.at(this.#given++);
  }

  /** A larger helping begins with all of the smaller one, in the same order. */
  #serve(): Shortlist {
    const shortlist = new Shortlist(HELPINGS[this.#helping]!, this.#candidates.view.postings.rows.length);
    readInto(shortlist, this.#candidates, this.#order);
    return shortlist;
  }
}
