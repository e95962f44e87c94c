/** `esim snapshots` and `esim snapshots rollback`. */
import { ALL_SNAPSHOTS } from '../../catalogue/publish.ts';
import { isoTime } from '../../domain/calendar.ts';
import { rollBackAndHold } from '../../ingest/run/roll-back.ts';
import { wouldRestoreSample } from '../../ingest/run/sample-guard.ts';
import { snapshotBefore } from '../../ingest/run/snapshot-before.ts';
import { configFor } from '../../service/ingestion.ts';
import { readSettings, type Settings } from '../../service/settings.ts';
import type { Snapshot } from '../../store/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { CommandError, messageOf } from '../errors.ts';
import { ago, count, type JsonOption, moment, plural, printJson, printTable } from '../output.ts';
import { readStore, withStore } from '../store.ts';
import { heldText } from './sources.ts';

const VERSION_LENGTH = 12;

export async function listSnapshots({ json }: JsonOption, deps: Dependencies): Promise<void> {
  const settings = readSettings(deps.env);
  const snapshots = await readStore(settings, deps, (store) => store.snapshots.list(ALL_SNAPSHOTS));
  if (json) return printJson(deps.out, snapshots.map(asJson));
  if (snapshots.length === 0) return deps.out.write('no snapshot was published yet\n');
  const now = deps.clock();
  printTable(deps.out, snapshots, [
    { title: '', cell: (snapshot) => (snapshot === snapshots[0] ? { text: '*', tone: 'green' } : '') },
    { title: 'Number', align: 'right', cell: ({ serial }) => String(serial) },
    { title: 'Published', cell: ({ publishedAt }) => moment(publishedAt) },
    { title: 'Age', align: 'right', dropOrder: 2, cell: ({ publishedAt }) => ago(publishedAt, now) },
    { title: 'By', dropOrder: 3, cell: ({ reason }) => reason },
    { title: 'Plans', align: 'right', cell: ({ summary }) => count(summary.plans) },
    { title: 'Added', align: 'right', cell: ({ summary }) => count(summary.added) },
    { title: 'Removed', align: 'right', cell: ({ summary }) => count(summary.removed) },
    { title: 'Changed', align: 'right', cell: ({ summary }) => count(summary.priceChanges) },
    { title: 'Version', dropOrder: 1, cell: ({ content }) => content.sha256.slice(0, VERSION_LENGTH) },
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

/** A rollback must always work, so an error in the files is only a warning. */
async function currentConfig({ sourcesFile }: Settings, { clock, err }: Dependencies) {
  try {
    return await configFor(sourcesFile, clock());
  } catch (error) {
    err.write(`esim: no override is applied, because the files have an error: ${messageOf(error)}\n`);
    return null;
  }
}

const noSnapshot = (serial: number) =>
  new CommandError(`there is no snapshot ${serial}; esim snapshots lists the stored snapshots`);

/** The snapshot with this number; without a number, the last one that differs from the current one. */
function snapshotToRestore(history: readonly Snapshot[], serial: number | undefined): Snapshot {
  const found = serial === undefined ? snapshotBefore(history) : history.find((one) => one.serial === serial);
  if (found) return found;
  throw serial === undefined
    ? new CommandError('there is no earlier snapshot that differs from the current one')
    : noSnapshot(serial);
}

export interface RollBackOptions {
  /** Allows the sample market to replace the plans of configured sources. */
  readonly sample?: boolean;
}

export async function rollBack(
  serial: number | undefined,
  options: RollBackOptions,
  deps: Dependencies,
): Promise<void> {
  const settings = readSettings(deps.env);
  await withStore(settings, deps, async (store) => {
    const history = await store.snapshots.list(ALL_SNAPSHOTS);
    const target = snapshotToRestore(history, serial);
    if (options.sample !== true && (await wouldRestoreSample(store.snapshots, target)))
      throw new CommandError(
        `snapshot ${target.serial} is the sample market: add --sample to replace the plans of your sources with it`,
      );
    const config = await currentConfig(settings, deps);
    const done = await rollBackAndHold(store, target.serial, deps.clock(), config?.overrides);
    if (done === null) throw noSnapshot(target.serial);
    const { serial: published, summary } = done.snapshot;
    deps.out.write(
      `snapshot ${target.serial} was published again as snapshot ${published}: ${plural(summary.plans, 'plan')} ` +
        `(${count(summary.added)} added, ${count(summary.removed)} removed, ` +
        `${plural(summary.priceChanges, 'price')} changed)\n`,
    );
    if (done.snapshot.content.sha256 === history[0]?.content.sha256)
      deps.out.write(
        'nothing changed: the snapshots differ only in your corrections, which stay in force; to go further back, run the command again\n',
      );
    // The text says how to release the source with `esim accept`, which is possible for configured sources only.
    const configured = config?.sources.map(({ id }) => id) ?? done.held;
    for (const source of done.held) if (configured.includes(source)) deps.out.write(`${heldText(source)}\n`);
  });
}
