/** When a plan's clock starts, in prose. Only sentences that leave no doubt are read. */
import type { ClockStart } from '../../domain/plan.ts';

/** What a network sees first: "when the eSIM first connects to a network", "activates upon arrival". */
const FIRST_USE =
  /\bfirst byte\b|\bfirst data usage\b|\bfirst (?:use|usage|(?:network )?connection)\b|\b(?:first|e-?sim|sim|once|when|is|it|you) connect(?:s|ed|ing)? (?:to|with) (?:a|an|the|any) |\bauto(?:matically)?[ -]?(?:activat|start)\w* (?:when|once|on|upon|as soon as) (?:connected|arrival|you land|you arrive)|\bactivat\w* (?:on|upon|at) arrival\b/i;
const AT_PURCHASE =
  /\bactivated when it is purchased\b|\b(?:starts?|begins?|activat\w*|counts?) (?:at|on|upon|from|immediately after) (?:the |your )?(?:moment of |time of |date of )?purchase\b/i;
const AT_INSTALL =
  /\b(?:starts?|begins?|activat\w*|counts?) (?:at|on|upon|after|when|once|from) (?:the )?(?:e-?sim )?(?:is )?install/i;
/** Long enough for what shops write around the one sentence that matters. */
const PROSE_CHARACTERS_MAX = 1000;

export function startOf(prose: unknown): ClockStart {
  if (typeof prose !== 'string') return 'unknown';
  const text = prose.slice(0, PROSE_CHARACTERS_MAX).replace(/\s+/g, ' ');
  const found: ClockStart[] = [];
  if (FIRST_USE.test(text)) found.push('first_use');
  if (AT_PURCHASE.test(text)) found.push('purchase');
  if (AT_INSTALL.test(text)) found.push('install');
  return found.length === 1 ? (found[0] ?? 'unknown') : 'unknown';
}
