/**
 * Recomputes a saved response of `/api/v1/plans` from the facts that it shows and reports the first wrong figure or
 * position: `node scripts/verify.ts response.json`.
 * Exit codes: 0 if everything is right, 1 if something is wrong, 2 if the file is not such a response.
 */
import { readFileSync } from 'node:fs';
import { Compile } from 'typebox/compile';
import { Comparison } from '../src/wire/schemas/comparison.ts';
import { recompute } from './recompute.ts';

/** The file cannot be read or is not a response of `/api/v1/plans`. */
class InputError extends Error {}

function readResponse(file: string): Comparison {
  const response = parseFile(file);
  const schema = Compile(Comparison);
  if (schema.Check(response)) return response;
  const [first] = schema.Errors(response);
  const location = first === undefined || first.instancePath === '' ? '' : `${first.instancePath} `;
  throw new InputError(
    `${file} is not a response of /api/v1/plans: ${location}${first?.message ?? 'does not match the schema'}`,
  );
}

function parseFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(`${file} is not valid JSON`);
  }
}

function verify(file: string): number {
  const { plans, fault, note } = recompute(readResponse(file));
  if (fault !== null) {
    console.log(`wrong: ${fault}`);
    return 1;
  }
  const condition = note === null ? '' : `, ${note}`;
  console.log(`right: ${plans} plans, every comparable price and all three orders${condition}`);
  return 0;
}

const [file] = process.argv.slice(2);
try {
  if (file === undefined) throw new InputError('usage: node scripts/verify.ts <response.json>');
  process.exitCode = verify(file);
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
