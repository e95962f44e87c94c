/** The limits in force, from the same data that enforces them. */
import type { Policies, PolicyName } from '../limits/policies.ts';
import { type Html, html } from './html.ts';

const MEANS: Readonly<Record<PolicyName, string>> = {
  'comparison.minute': 'Plan comparisons over REST, MCP and this site together',
  'comparison.day': 'Plan comparisons over REST, MCP and this site together',
  'comparison.service.day': 'Plan comparisons of everybody together',
  'comparison.uncached.day': 'Comparisons that have to be computed; cached ones remain available',
  'list.minute': 'Destination lists and health checks',
  'list.day': 'Destination lists and health checks',
  'list.service.day': 'Destination lists and health checks of everybody together',
  'health.uncached.day': 'Health checks that have to be computed',
};

export function limitsTable(policies: Policies): Html {
  const number = new Intl.NumberFormat('en-US');
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Limits in force"><table>
<thead><tr><th scope="col">Limit</th><th scope="col">What it counts</th><th scope="col">For</th><th scope="col">At most</th></tr></thead>
<tbody>
${Object.values(policies).map(
  ({ name, per, window, limit }) =>
    html`<tr><td><code>${name}</code></td><td>${MEANS[name]}</td><td>${per === 'caller' ? 'one network address' : 'the whole service'}</td><td>${number.format(limit)} ${window === 'minute' ? 'in any 60 seconds' : 'a UTC day'}</td></tr>\n`,
)}</tbody>
</table></div>`;
}
