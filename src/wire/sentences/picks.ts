/** The English sentence for each reason of a pick. */
import { centsToUsd, dollarsOfCents } from '../../domain/money.ts';
import type { PickReason } from '../../domain/ranking/picks.ts';
import { ENGLISH } from '../../texts/texts.ts';
import { gigabytes } from './offers.ts';

const { picks, pickFacts, pickUnknowns } = ENGLISH.responses;

/** Amounts in dollars and gigabytes, as everywhere in a response. */
export function pickReasonOnWire(reason: PickReason) {
  const { code } = reason;
  switch (reason.code) {
    case 'costs_more_than_cheapest':
      return {
        code,
        value: centsToUsd(reason.value),
        text: picks.costs_more_than_cheapest({ money: dollarsOfCents(reason.value) }),
      };
    case 'more_gb':
      return {
        code,
        value: reason.value / 1000,
        text: picks.more_gb({ gb: gigabytes(reason.value / 1000) }),
      };
    case 'adds':
      return {
        code,
        value: [...reason.value],
        text: picks.adds({ facts: reason.value.map((fact) => pickFacts[fact]).join(', ') }),
      };
    case 'states':
      return {
        code,
        value: [...reason.value],
        text: picks.states({ facts: reason.value.map((fact) => pickUnknowns[fact]).join(', ') }),
      };
    default:
      return { code, value: reason.value, text: picks[reason.code]({ n: reason.value }) };
  }
}
