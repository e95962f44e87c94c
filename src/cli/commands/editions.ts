/** `esim editions` and `esim rollback`: what was published, and the way back. */
import { ALL_SNAPSHOTS } from '../../catalogue/publish.ts';
import { editionBefore, rollBackAndHold } from '../../ingest/run/roll-back.ts';
import { readSettings } from '../../settings.ts';
import type { Snapshot } from '../../store/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { ago, count, isoTime, type JsonOption, moment, printJson, printTable } from '../display.ts';
import { CommandError } from '../failure.ts';
import { lookInStore, withStore } from '../store.ts';

const VERSION_SHOWN = 12;

export async function listEditions({ json }: JsonOption, around: Dependencies): Promise<void> {
  const settings = readSettings(around.env);
  const editions = await lookInStore(settings, around, (store) => store.snapshots.list(ALL_SNAPSHOTS));
  if (json) return printJson(around.out, editions.map(asJson));
  if (editions.length === 0) return around.out.write('nothing has been published yet\n');
  const now = around.clock();
  printTable(around.out, editions, [
    { title: '', cell: (edition) => (edition === editions[0] ? { text: '*', tone: 'green' } : '') },
    { title: 'Serial', align: 'right', cell: ({ serial }) => String(serial) },
    { title: 'Published', cell: ({ publishedAt }) => moment(publishedAt) },
    { title: 'Age', align: 'right', leave: 2, cell: ({ publishedAt }) => ago(publishedAt, now) },
    { title: 'By', leave: 1, cell: ({ reason }) => reason },
    { title: 'Plans', align: 'right', cell: ({ summary }) => count(summary.plans) },
    { title: 'Added', align: 'right', cell: ({ summary }) => count(summary.added) },
    { title: 'Removed', align: 'right', cell: ({ summary }) => count(summary.removed) },
    { title: 'Prices', align: 'right', cell: ({ summary }) => count(summary.priceChanges) },
    { title: 'Version', leave: 3, cell: ({ content }) => content.sha256.slice(0, VERSION_SHOWN) },
  ]);
}

function asJson({ serial, publishedAt, reason, summary, content }: Snapshot, index: number): object {
  return {
    serial,
    current: index === 0,
    published_at: isoTime(publishedAt),
    reason,
    catalogue: content.sha256,
    plans: summary.plans,
    added: summary.added,
    removed: summary.removed,
    price_changes: summary.priceChanges,
  };
}

export async function rollbackTo(serial: number | undefined, around: Dependencies): Promise<void> {
  const settings = readSettings(around.env);
  const made = await withStore(settings, around, async (store) => {
    const { snapshots } = store;
    const target = serial ?? editionBefore(await snapshots.list(ALL_SNAPSHOTS))?.serial;
    if (target === undefined)
      throw new CommandError('there is no earlier catalogue that differs from this one');
    const done = await rollBackAndHold(store, target, around.clock());
    if (done === null)
      throw new CommandError(`edition ${target} is not kept any more: esim editions lists those that are`);
    return { target, ...done };
  });
  const { plans, added, removed, priceChanges } = made.edition.summary;
  around.out.write(
    `edition ${made.target} is served again, as edition ${made.edition.serial}: ${count(plans)} plans ` +
      `(${count(added)} added, ${count(removed)} removed, ${count(priceChanges)} prices changed)\n` +
      made.held
        .map(
          (source) => `${source}: held until you accept its feed; when it is right, esim accept ${source}\n`,
        )
        .join(''),
  );
}
