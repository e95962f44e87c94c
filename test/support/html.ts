/** Reads HTML without a browser, with the parser of html-validate. */
import { type HtmlElement, HtmlValidate, Parser } from 'html-validate';

export type { HtmlElement } from 'html-validate';

const config = new HtmlValidate({}).getConfigForSync('page.html');

export function parseHtml(data: string): HtmlElement {
  return new Parser(config).parseHtml({ data, filename: 'page.html', line: 1, column: 1, offset: 0 });
}

/** The text of an element as a reader sees it. The parser does not decode character references. */
export const textOf = (element: HtmlElement): string =>
  decode(element.textContent.replaceAll(/<[^>]*>/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim();

export function find(element: HtmlElement, selector: string): string | null {
  const found = element.querySelector(selector);
  return found === null ? null : textOf(found);
}

export const findAll = (element: HtmlElement, selector: string): string[] =>
  element.querySelectorAll(selector).map(textOf);

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

const decode = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? (NAMED[name ?? ''] ?? whole) : String.fromCodePoint(Number(code)),
  );
