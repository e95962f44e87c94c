/** From rendered pages to answers. A page is rendered and compressed once and sent often. */
import { Representation } from '../comparison/cache.ts';
import type { HttpAnswer, RequestFacts } from '../http/router.ts';
import { sendEncoded } from '../http/send.ts';
import type { Language } from './language.ts';

export const HTML_TYPE = 'text/html; charset=utf-8';

export async function sendPage(
  page: Representation,
  { headers }: Pick<RequestFacts, 'headers'>,
  { language, headers: more }: { language: Language; headers: Readonly<Record<string, string>> },
): Promise<HttpAnswer> {
  if (!page.ready) await page.compress();
  const described = {
    ...more,
    Vary: 'Accept-Encoding, Accept-Language',
    'Content-Language': language.texts.code,
  };
  return sendEncoded(page, { headers }, described, HTML_TYPE);
}

/** Pages that change with the program or the catalogue only: cached by name and language. */
export class PageCache {
  readonly #pages = new Map<string, { readonly edition: string; readonly page: Representation }>();

  /** `edition` says what the page rests on; a page of another edition is rendered again. */
  get(name: string, { texts, chosen }: Language, edition: string, render: () => string): Representation {
    const key = `${name} ${texts.code} ${chosen}`;
    const known = this.#pages.get(key);
    if (known?.edition === edition) return known.page;
    const page = new Representation(render());
    this.#pages.set(key, { edition, page });
    return page;
  }
}
