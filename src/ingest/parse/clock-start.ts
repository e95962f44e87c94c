/** When the validity of a plan starts, in prose. Only clear sentences are read. */
import type { ClockStart } from '../../domain/plan.ts';

const BEGINS = '(?:starts?|begins?|activat\\w*|counts?)';

/** The sentences for each start, with examples. */
const SENTENCES: Readonly<Record<'first_use' | 'purchase' | 'install', readonly RegExp[]>> = {
  first_use: [
    // "Upon the first byte", "first data usage", "from first use", "at the first network connection".
    /\bfirst (?:byte|data usage|use|usage|(?:network )?connection)\b/i,
    // "When the eSIM connects to a supported network", "once connected to any network".
    /\b(?:first|e ?sim|sim|once|when|is|it|you) connect(?:s|ed|ing)? (?:to|with) (?:a|an|the|any) /i,
    // "Automatically activated upon arrival", "auto starts when connected".
    /\bauto(?:matically)? ?(?:activat|start)\w* (?:when|once|on|upon|as soon as) (?:connected|arrival|you land|you arrive)/i,
    // "Activates on arrival".
    /\bactivat\w* (?:on|upon|at) arrival\b/i,
    // "Activated as soon as you land".
    /\bactivat\w* (?:when|once|as soon as) you (?:land|arrive)/i,
    // The whole text: "network connection", "on network connection".
    /^(?:(?:at|on|upon|after) )?network connection$/i,
  ],
  purchase: [
    // "The plan is activated when it is purchased".
    /\bactivated when it is purchased\b/i,
    // "Starts on the date of purchase", "counts immediately after purchase".
    new RegExp(
      `\\b${BEGINS} (?:at|on|upon|from|immediately after) (?:the |your )?(?:moment of |time of |date of )?purchase\\b`,
      'i',
    ),
    // The whole text: "purchase", "upon purchase", "date of purchase".
    /^(?:(?:at|on|upon|from|immediately after) )?(?:the )?(?:date of )?purchase(?: date)?$/i,
  ],
  install: [
    // "Starts when you install the eSIM", "activated after installation", "counts once the eSIM is installed".
    new RegExp(
      `\\b${BEGINS} (?:at|on|upon|after|when|once|from) (?:you )?(?:the )?(?:e ?sim )?(?:is )?install`,
      'i',
    ),
    // The whole text: "installation", "on installation".
    /^(?:(?:at|on|upon|after) )?install(?:ation|ed|ing)?$/i,
  ],
};
const STARTS = ['first_use', 'purchase', 'install'] as const;

/** Long enough for what shops write around the one sentence that matters. */
const PROSE_CHARACTERS_MAX = 1000;

/** The patterns see a blank for each run of blanks, "_" and "-", so that "FIRST_USE" and "e-SIM" match. */
const spaced = (prose: string): string => prose.replace(/[\s_-]+/g, ' ');

export function startOf(prose: unknown): ClockStart {
  if (typeof prose !== 'string') return 'unknown';
  const text = spaced(prose.slice(0, PROSE_CHARACTERS_MAX));
  const [start, ...others] = STARTS.filter((one) => SENTENCES[one].some((sentence) => sentence.test(text)));
  return start === undefined || others.length > 0 ? 'unknown' : start;
}
