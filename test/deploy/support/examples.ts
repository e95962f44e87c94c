/** Reads the examples of deploy/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** The failsafe schema reads every scalar as a string. */
export type Yaml = string | null | Yaml[] | { [key: string]: Yaml };

export const readYaml = (text: string): Yaml[] =>
  parseAllDocuments(text, { schema: 'failsafe', merge: true }).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as Yaml;
  });

export const ROOT = join(import.meta.dirname, '../../..');
export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

type Map = { readonly [key: string]: Yaml };
export const map = (value: Yaml | undefined): Map => (value ?? {}) as Map;
export const list = (value: Yaml | undefined): readonly Yaml[] => (value ?? []) as Yaml[];

/** A text; anything else is a fault of the example. */
export function word(value: Yaml | undefined): string {
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} is not a text`);
  return value;
}

/** `at(yaml, 'spec', 'containers', 0)`: what stands there, or undefined. */
export const at = (value: Yaml | undefined, ...path: readonly (string | number)[]): Yaml | undefined =>
  path.reduce<Yaml | undefined>(
    (found, key) => (found as Record<string | number, Yaml> | undefined)?.[key],
    value,
  );

export const composeOf = (path: string): Map => map(readYaml(textOf(path))[0]);

export const COMPOSE_FILES = ['compose.yaml', 'deploy/compose.yaml'] as const;
export const UNITS = ['deploy/esim.service', 'deploy/esim@.service'] as const;

/** The services of a compose file that run this project. */
export const ownServices = (compose: Map): readonly Map[] =>
  Object.values(map(compose['services']))
    .map(map)
    .filter((service) => service['build'] !== undefined);

export const manifests: readonly Map[] = readYaml(textOf('deploy/kubernetes.yaml')).map(map);
export const manifest = (kind: string, name: string): Map =>
  manifests.find((each) => each['kind'] === kind && at(each, 'metadata', 'name') === name) ??
  (() => {
    throw new Error(`no ${kind} ${name}`);
  })();

export const podOf = (kind: string, name: string): Map =>
  map(at(manifest(kind, name), 'spec', 'template', 'spec'));
export const containerOf = (kind: string, name: string): Map => map(list(podOf(kind, name)['containers'])[0]);

/** `Key=value` lines of a unit or an environment file, in their order. */
export const entries = (text: string, key = /\w+/): readonly (readonly [string, string])[] =>
  [...text.matchAll(/^([\w]+)=(.*)$/gm)]
    .map(([, name = '', value = '']) => [name, value] as const)
    .filter(([name]) => key.test(name));

/** What a unit sets itself. */
export const unitEnvironment = (unit: string): readonly (readonly [string, string])[] =>
  entries(textOf(unit), /^Environment$/).map(([, pair]) => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=')] as const;
  });

/** "30s" or "30", in seconds. */
export function secondsOf(value: Yaml | undefined): number {
  const [, figure] = /^(\d+)s?$/.exec(word(value)) ?? [];
  if (figure === undefined) throw new Error(`${JSON.stringify(value)} is not a time in seconds`);
  return Number(figure);
}

/** `${NAME:-default}` as Compose reads it without any variable set. */
export const withDefaults = (value: string): string =>
  value.replaceAll(/\$\{\w+(?::-([^}]*))?(?::\?[^}]*)?\}/g, (_, usual: string | undefined) => usual ?? '');
