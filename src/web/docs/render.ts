import type { WebContext } from '../context.ts';
import { html } from '../html.ts';
import { localHref, type Tongue } from '../language.ts';
import { renderPage } from '../layout.ts';
import type { DocPage } from './pages.ts';

/** Documentation is written in English; in another language the page says so and marks the text as English. */
export function docPage(
  context: WebContext,
  { path, title, description, body }: DocPage,
  tongue: Tongue,
): string {
  const { texts } = tongue;
  const foreign = texts.docsInEnglish !== '';
  const main = html`${foreign && html`<p class="banner" role="note">${texts.docsInEnglish}</p>`}
${path.startsWith('/docs/') && html`<p class="crumb"><a href="${localHref('/docs', tongue)}">${texts.nav.docs}</a></p>`}
<article class="doc"${foreign && html` lang="en"`}>
${body()}
</article>`;
  return renderPage(context, { tongue, title, description, self: path, main, kind: 'text' });
}
