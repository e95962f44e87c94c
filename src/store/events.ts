/** What a store tells the operator by itself. One line, without an address, a path or a credential. */
export interface StoreEvent {
  readonly kind: 'damaged' | 'failing' | 'recovered';
  readonly message: string;
}
