/** `unavailable`: the counts cannot be kept. `full`: no room for one more caller. Either way the answer is 503. */
export type CountersUnavailableCode = 'unavailable' | 'full';

/** Thrown where nothing can be decided: protection fails closed. Its message holds no caller and no address. */
export class CountersUnavailable extends Error {
  override readonly name = 'CountersUnavailable';
  readonly code: CountersUnavailableCode;
  constructor(code: CountersUnavailableCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
