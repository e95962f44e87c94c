/** `esim verify`: whether the figures and places of a saved answer follow from what it shows. */
import { readFileSync } from 'node:fs';
import { Compile } from 'typebox/compile';
import { Comparison } from '../../wire/schemas/comparison.ts';
import { verifyAnswer } from '../../wire/verify.ts';
import type { Dependencies } from '../dependencies.ts';
import { plural } from '../display.ts';
import { EXIT, UsageError } from '../failure.ts';

export function verify(file: string, { out }: Dependencies): number {
  const { plans, fault, note } = verifyAnswer(readAnswer(file));
  if (fault !== null) {
    out.write(`does not follow: ${fault}\n`);
    return EXIT.failure;
  }
  const condition = note === null ? '' : `, ${note}`;
  out.write(`follows: ${plural(plans, 'plan')}, every comparable price and all three orders${condition}\n`);
  return EXIT.ok;
}

function readAnswer(file: string): Comparison {
  const answer = parse(file);
  const schema = Compile(Comparison);
  if (schema.Check(answer)) return answer;
  const [first] = schema.Errors(answer);
  const where = first === undefined || first.instancePath === '' ? '' : `${first.instancePath} `;
  throw new UsageError(
    `${file} is no answer of /api/v1/plans: ${where}${first?.message ?? 'is not one'}; save one with esim rank --json`,
  );
}

function parse(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    const isCut = text.trimStart().startsWith('{');
    throw new UsageError(
      `${file} is ${isCut ? 'cut off or damaged' : 'no'} JSON: give a saved answer of /api/v1/plans`,
    );
  }
}
