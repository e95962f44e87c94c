import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/port.ts';

/** Opens the store of a folder as a command does while a service uses it. */
export const openBeside = (folder: string): Promise<Store> =>
  openStore({
    url: `file:${folder}`,
    mode: 'write',
    clock: Date.now,
    onEvent: () => {},
  });
