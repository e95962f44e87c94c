/** `esim sources add`: copies an entry of config/known/, or one for a built-in connector, into the sources file. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { ID_PATTERN } from '../../domain/id.ts';
import { ADAPTERS } from '../../ingest/config/adapters.ts';
import { pathsIn } from '../../ingest/config/files.ts';
import { type NewSource, sourceOfConnector } from '../../ingest/onboarding/connector-source.ts';
import { parseJson } from '../../operator-files/json.ts';
import { readFileText } from '../../operator-files/read-file.ts';
import { whyUnreadable } from '../../operator-files/unreadable.ts';
import { readSettings } from '../../service/settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { CommandError, UsageError } from '../errors.ts';

const KNOWN_FOLDER = new URL('../../../config/known/', import.meta.url);

function knownNames(): string[] {
  if (!existsSync(KNOWN_FOLDER)) return [];
  return readdirSync(KNOWN_FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

export interface AddOptions {
  readonly id?: string;
}

export function addSource(name: string, { id }: AddOptions, { env, out }: Dependencies): void {
  if (id !== undefined && !ID_PATTERN.test(id))
    throw new UsageError(`--id must have lower-case letters, digits, ".", "_" and "-" only`);
  const known = knownSource(name, id);
  const { sourcesFile } = readSettings(env);
  if (sourcesFile === null)
    throw new UsageError('SOURCES_FILE is not set: set it to the file that the feed is added to');
  const { text: fileText, listed } = readSources(sourcesFile);
  if (listed.some((entry) => entry?.id === known.source.id))
    throw new CommandError(
      `${sourcesFile} already has a source "${known.source.id}"; another one of this kind needs --id`,
    );

  const providerFile = join(
    resolve(dirname(sourcesFile), pathsIn(fileText).providers),
    `${known.provider.id}.json`,
  );
  const edits = modify(fileText, ['sources', listed.length], known.source, {
    isArrayInsertion: true,
    formattingOptions: { insertSpaces: true, tabSize: 2 },
  });
  try {
    if (!existsSync(providerFile)) {
      mkdirSync(dirname(providerFile), { recursive: true });
      writeFileSync(providerFile, `${JSON.stringify(known.provider, null, 2)}\n`);
      chmodSync(providerFile, statSync(sourcesFile).mode);
      out.write(`wrote ${providerFile}\n`);
    }
    replaceFile(sourcesFile, applyEdits(fileText, edits));
  } catch (error) {
    throw new CommandError(`the files cannot be written: ${(error as Error).message}`);
  }
  out.write(`added the source "${known.source.id}" to ${sourcesFile}; it is paused\n\n`);
  out.write(`${known.note}\nTerms: ${known.terms}\n\nAsk the provider for:\n`);
  for (const line of known.ask) out.write(`- ${line}\n`);
  out.write(`\nThen edit the entry: ${known.source.note} Run esim check afterwards.\n`);
}

/** An entry of config/known/ says more than one that is made of a connector. */
function knownSource(name: string, id = name): NewSource {
  const known = knownNames();
  if (known.includes(name) && id === name)
    return JSON.parse(readFileSync(new URL(`${name}.json`, KNOWN_FOLDER), 'utf8')) as NewSource;
  const adapter = Object.hasOwn(ADAPTERS, name) ? ADAPTERS[name] : undefined;
  const made = adapter === undefined ? null : sourceOfConnector(adapter, id);
  if (made !== null) return made;
  const connectors = Object.values(ADAPTERS).flatMap(({ id, connector }) =>
    connector === undefined ? [] : id,
  );
  const names = [...new Set([...known, ...connectors])].sort().join(', ');
  throw new UsageError(
    `there is no known feed "${name}"; the known feeds are ${names}. For another feed, save a response and run esim try`,
  );
}

/** The text of the sources file, into which the entry is inserted, and the sources that it lists. */
function readSources(file: string) {
  let text: string;
  try {
    // Some editors begin a file with a byte order mark.
    text = readFileText(file).replace(/^\uFEFF/, '');
  } catch (error) {
    throw new CommandError(`${file} cannot be used: ${whyUnreadable(error)}`);
  }
  const json = parseJson(text);
  if ('fault' in json)
    throw new CommandError(`${file} cannot be used: it ${json.fault.message}, run esim check`);
  const content = json.value as { readonly sources?: readonly ({ readonly id?: string } | null)[] } | null;
  if (!Array.isArray(content?.sources))
    throw new CommandError(`${file} has no list of sources: run esim check`);
  return { text, listed: content.sources };
}

/**
 * A running service watches the file and must never read half of it. The owner and the mode stay, because the user of the
 * service may be another one than the user of this command.
 */
function replaceFile(path: string, text: string): void {
  const file = realpathSync(path);
  const { mode, uid, gid } = statSync(file);
  const temporary = `${file}.new`;
  try {
    writeFileSync(temporary, text);
    chmodSync(temporary, mode);
    chownSync(temporary, uid, gid);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}
