import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { textValues } from '../../scripts/text-values.ts';
import { isComment, isPlural, type MessageGroup, type PluralForms, placeholdersOf } from './messages.ts';
import { ALL_TEXTS, MESSAGES } from './texts.ts';

const FOLDER = import.meta.dirname;
const SOURCE = join(FOLDER, '..');

type Message = string | PluralForms;

/** Every message by its path. */
function messagesIn(group: MessageGroup, path = ''): [string, Message][] {
  return Object.entries(group).flatMap(([name, message]): [string, Message][] => {
    if (isComment(name)) return [];
    const at = `${path}${name}`;
    return typeof message === 'string' || isPlural(message) ? [[at, message]] : messagesIn(message, `${at}.`);
  });
}
const formsOf = (message: Message): string[] =>
  typeof message === 'string' ? [message] : Object.values(message);
const placeholders = (message: Message): string[] => placeholdersOf(formsOf(message).join()).sort();

const [english, ...others] = MESSAGES.map((messages) => ({
  code: messages.code,
  locale: messages.locale,
  messages: new Map(messagesIn(messages as unknown as MessageGroup)),
}));
assert.ok(english !== undefined);
/** Responses are in English only. */
const translated = new Map([...english.messages].filter(([path]) => !path.startsWith('responses.')));

/** A text that a language does without. */
const MAY_BE_EMPTY = new Set(['docsInEnglish', 'termsTranslation']);
/** The same word in both. */
const MAY_BE_SAME: Readonly<Record<string, readonly string[]>> = {
  tr: ['needs.normal.name', 'card.hotspot', 'sellers.statements.hotspot', 'phoneAnswers.model'],
  de: ['needs.normal.name', 'card.hotspot', 'form.route'],
  es: ['needs.normal.name', 'card.hotspot', 'card.hasNot', 'card.plan', 'sellers.statements.hotspot'],
};
/** A figure, a mark or values alone. */
const EVERYWHERE = ['requirements.5g', 'versus.facts.5g', 'versus.facts.hotspot', 'problems.wait.after'];

test('every language has every message, no other one, and none that is empty', () => {
  assert.ok(translated.size > 400, 'the test must see the messages');
  for (const { code, messages } of [english, ...others]) {
    const expected: ReadonlyMap<string, Message> = code === 'en' ? english.messages : translated;
    assert.deepEqual([...messages.keys()].sort(), [...expected.keys()].sort(), code);
    for (const [path, message] of messages)
      for (const form of formsOf(message))
        assert.ok(form.trim() !== '' || MAY_BE_EMPTY.has(path), `${code}: ${path}`);
  }
});

test('a message has the same placeholders in every language', () => {
  for (const { code, messages } of others)
    for (const [path, message] of messages)
      assert.deepEqual(
        placeholders(message),
        placeholders(english.messages.get(path) ?? ''),
        `${code}: ${path}`,
      );
});

test('a message with plural forms has each form that its language distinguishes, and each form all values', () => {
  for (const { code, locale, messages } of [english, ...others]) {
    const rules = new Intl.PluralRules(locale);
    const needed = new Set(Array.from({ length: 200 }, (_, n) => rules.select(n)));
    const known = new Set<string>(rules.resolvedOptions().pluralCategories);
    for (const [path, message] of messages) {
      if (typeof message === 'string') continue;
      for (const form of needed) assert.ok(form in message, `${code}: ${path} needs the form ${form}`);
      for (const [form, text] of Object.entries(message)) {
        assert.ok(known.has(form), `${code}: ${path} has the unknown form ${form}`);
        // A form for one may say it in a word.
        const values = new Set([...placeholdersOf(text), 'n']);
        assert.deepEqual(
          placeholders(message).filter((name) => !values.has(name)),
          [],
          `${code}: ${path}, ${form}`,
        );
      }
    }
  }
});

test('every brace in a message belongs to a placeholder', () => {
  for (const { code, messages } of [english, ...others])
    for (const [path, message] of messages)
      for (const form of formsOf(message))
        assert.doesNotMatch(form.replaceAll(/\{\w+\}/g, ''), /[{}]/, `${code}: ${path}`);
});

test('the types of values are those of the English messages', () => {
  const written = readFileSync(join(FOLDER, 'values.ts'), 'utf8');
  // The formatter breaks long lines and ends each member of a broken type with a semicolon.
  const tokens = (text: string) => text.replaceAll(/['\s;]/g, '');
  const [en] = MESSAGES;
  assert.equal(tokens(written), tokens(textValues(en as unknown as MessageGroup)), 'run `npm run format`');
});

test('every message is used', async () => {
  let source = '';
  for await (const name of glob('**/*.{ts,html}', { cwd: SOURCE }))
    if (!name.endsWith('.test.ts') && !name.startsWith('texts/'))
      source += readFileSync(join(SOURCE, name), 'utf8');
  const words = new Set(source.match(/[\w-]+/g));
  // The reasons of sources are composed of their state: `source_${state}`.
  const isUsed = (name: string): boolean => words.has(name) || words.has(name.replace('source_', ''));
  const unused = [...english.messages.keys()].filter((path) => !isUsed(path.split('.').at(-1) ?? ''));
  assert.deepEqual(unused, []);
});

test('no language was left in English', () => {
  for (const { code, locale, messages } of others) {
    const allowed = [...EVERYWHERE, ...(MAY_BE_SAME[code] ?? [])];
    const same: [string, Message][] = [...messages].filter(
      ([path, message]) =>
        JSON.stringify(message) === JSON.stringify(english.messages.get(path)) &&
        !allowed.includes(path) &&
        formsOf(message).some((form) => /\p{L}/u.test(form.replaceAll(/\{\w+\}/g, ''))),
    );
    assert.deepEqual(same, [], code);
    assert.ok(Intl.NumberFormat.supportedLocalesOf(locale).length === 1, locale);
  }
});

test('counts have a singular and a plural where the language has them, and its number format', () => {
  const plansIn = (n: number) => ALL_TEXTS.map(({ place }) => place.plans({ n }));
  assert.deepEqual(plansIn(1), ['1 plan', '1 Tarif', '1 plan', '1 paket']);
  assert.deepEqual(plansIn(8), ['8 plans', '8 Tarife', '8 planes', '8 paket']);
  assert.deepEqual(plansIn(12_000), ['12,000 plans', '12.000 Tarife', '12.000 planes', '12.000 paket']);
  assert.deepEqual(
    ALL_TEXTS.map(({ results }) => results.missing({ n: 1 })),
    [
      'Below them, 1 more that does not cover the whole trip.',
      'Danach folgt 1 weiterer, der nicht die ganze Reise abdeckt.',
      'Después viene 1 más que no cubre todo el viaje.',
      'Ardından seyahatin tümünü karşılamayan 1 paket daha gelir.',
    ],
  );
});

test('a value that is a text is inserted as it is', () => {
  assert.equal(
    ALL_TEXTS[0]?.results.pick({ provider: '{money}', amount: '$&', money: '$9' }),
    '{money}, $& for $9',
  );
});

test('every language has every text page with the same sections and values, in its own words', () => {
  const pages = readdirSync(join(FOLDER, 'en'));
  for (const { code } of others) assert.deepEqual(readdirSync(join(FOLDER, code)), pages);
  for (const name of pages) {
    const paragraphs = MESSAGES.map(({ code }) =>
      readFileSync(join(FOLDER, code, name), 'utf8')
        .trim()
        .split(/\n+/),
    );
    const [original, ...translations] = paragraphs.map((lines) => ({
      headings: lines.filter((line) => line.startsWith('## ')).length,
      marks: lines.flatMap((line) => line.match(/\{[^}]+\}/g) ?? []),
      prose: lines.filter((line) => /^[^`{]*\p{L}{3}/u.test(line)),
    }));
    assert.ok(original !== undefined && original.headings > 2, name);
    for (const { headings, marks, prose } of translations) {
      assert.equal(headings, original.headings, name);
      assert.deepEqual(marks, original.marks, name);
      assert.deepEqual(
        prose.filter((line) => original.prose.includes(line)),
        [],
        name,
      );
    }
  }
});
