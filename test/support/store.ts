import { openStore } from '../../src/store/open.ts';
import { noCounters, type Store } from '../../src/store/port.ts';

/** A folder's store as a command beside the service opens it. */
export const openBeside = (folder: string): Promise<Store> =>
  openStore({
    url: `file:${folder}`,
    mode: 'share',
    clock: Date.now,
    makeCounters: noCounters,
    onEvent: () => {},
  });
