/** When a plan's clock starts, in prose. Only sentences that leave no doubt are read. */
import type { ClockStart } from '../../domain/plan.ts';

const FIRST_USE =
  /first byte|first data usage|first (?:use|usage|connection)\b|first connects? to (?:a|the|any) (?:\w{1,20} )?network/i;
const AT_PURCHASE = /activated when it is purchased|(?:starts|begins) (?:at|on|upon|from) (?:the )?purchase/i;
const AT_INSTALL = /(?:starts|begins|activates?) (?:at|on|upon|after) (?:esim )?install/i;

export function startOf(prose: unknown): ClockStart {
  if (typeof prose !== 'string') return 'unknown';
  const text = prose.slice(0, 400);
  const found: ClockStart[] = [];
  if (FIRST_USE.test(text)) found.push('first_use');
  if (AT_PURCHASE.test(text)) found.push('purchase');
  if (AT_INSTALL.test(text)) found.push('install');
  return found.length === 1 ? (found[0] ?? 'unknown') : 'unknown';
}
