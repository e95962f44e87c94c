/** The Kubernetes objects are valid, and refer to each other by names that exist. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseAllDocuments } from 'yaml';
import { textOf } from './support/examples.ts';

interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const schema = JSON.parse(
  readFileSync(new URL('support/kubernetes-schema.json', import.meta.url), 'utf8'),
) as object;
const validate = new Ajv2020({ allErrors: true, strictTypes: false }).compile(schema);

/** With the types of YAML, unlike the other tests: Kubernetes refuses a number where it expects a string. */
function readObjects(text: string): KubernetesObject[] {
  return parseAllDocuments(text).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS() as KubernetesObject;
  });
}

function errorsOf(object: unknown): string[] {
  if (validate(object)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const example = textOf('deploy/kubernetes.yaml');

test('every object of the example is valid', () => {
  const objects = readObjects(example);
  assert.ok(objects.length > 5);
  for (const object of objects)
    assert.deepEqual(errorsOf(object), [], `${object.kind} ${object.metadata.name}`);
});

test('an unknown field, a number in place of a string and a wrong enumeration are found', () => {
  const change = (from: string, to: string) => {
    assert.ok(example.includes(from), from);
    return readObjects(example.replace(from, to)).flatMap(errorsOf);
  };
  assert.deepEqual(readObjects(example).flatMap(errorsOf), []);
  assert.notDeepEqual(change('periodSeconds: 2', 'periodSecond: 2'), []);
  assert.notDeepEqual(change('ADMIN_PORT: "9090"', 'ADMIN_PORT: 9090'), []);
  assert.notDeepEqual(change('replicas: 2', 'replicas: two'), []);
  assert.notDeepEqual(change('pathType: Prefix', 'pathType: prefix'), []);
});
