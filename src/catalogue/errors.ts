/** A snapshot that must not be served. `message` is one line for the operator. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** A market that must not be published: a mistake in the code before this step, never a mistake in a feed. */
export class MarketError extends Error {
  override readonly name = 'MarketError';
}
