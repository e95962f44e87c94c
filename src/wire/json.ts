/** A comparison as JSON. A plan that stands in several lists is written once: only its place differs. */
import type { Comparison } from './schemas/comparison.ts';
import type { Result } from './schemas/result.ts';

/** The same text as `JSON.stringify` gives. */
export function comparisonJson(comparison: Comparison): string {
  const write = resultWriter();
  const list = (results: readonly Result[]) => `[${results.map(write).join(',')}]`;
  const members = Object.entries(comparison).map(([name, value]) => {
    if (name !== 'orders') return `"${name}":${JSON.stringify(value)}`;
    const orders = Object.entries(comparison.orders).map(([order, results]) => `"${order}":${list(results)}`);
    return `"orders":{${orders.join(',')}}`;
  });
  return `{${members.join(',')}}`;
}

function resultWriter(): (result: Result) => string {
  /** All that follows the place, by the part that the results of one plan share. */
  const written = new Map<Result['plan'], string>();
  return (result) => {
    const known = written.get(result.plan);
    if (known !== undefined) return `{"rank":${result.rank}${known}`;
    const json = JSON.stringify(result);
    written.set(result.plan, json.slice(json.indexOf(',')));
    return json;
  };
}
