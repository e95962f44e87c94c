/** What a store tells the operator by itself. One line, without an address, a path, a password or a caller. */
export interface StoreEvent {
  readonly level: 'info' | 'warn' | 'error';
  readonly kind: StoreEventKind;
  readonly message: string;
}

export type StoreEventKind =
  | 'failing'
  | 'recovered'
  /** A database file was set aside and begun anew. */
  | 'damaged'
  /** A shared store came back without its counts. */
  | 'counts_lost'
  | 'give_back_failed'
  /** Other users of the machine may look into the store's folder. */
  | 'open_to_others'
  | 'clock_went_back'
  /** From the look at a shared store's settings at start. */
  | 'eviction_on'
  | 'persistence_off'
  | 'settings_hidden';
