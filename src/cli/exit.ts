/** Exit codes, the same for every command. */
export const EXIT = {
  ok: 0,
  /** The command was understood and could not be done. */
  failure: 1,
  /** The command was not understood. */
  usage: 2,
} as const;
