/** Renders our own Markdown files. Headings get anchors, and links between guides become links between pages. */
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../wire/escape-html.ts';
import { type Html, html, trusted } from '../html.ts';

export interface MarkdownOptions {
  readonly baseUrl: string;
  /** Makes a path a link that keeps the language. */
  readonly link: (path: string) => string;
  /** The page of a guide by its file name; null if it is not served. */
  readonly pageOf: (file: string) => { readonly path: string; readonly title: string } | null;
  /** The path of a picture by its file name; null if it is not served. Without it, no picture is. */
  readonly pictureOf?: (file: string) => string | null;
  /** What a page shows in place of a comment, by the comment. */
  readonly blocks?: ReadonlyMap<string, Html>;
}

/** The address of the service in the files. Pages show the real one. */
const EXAMPLE_ORIGINS = /http:\/\/localhost:8080|https:\/\/esim\.example(?![\w.-])/g;

/** A note for readers of the file. Pages leave it out. */
const EXAMPLE_NOTE = /^On this page the service is at `https:\/\/esim\.example`.*\n/m;

/** A heading may name its anchor: `## Limits {#limits}`. */
const ANCHOR = / \{#([a-z-]+)\}$/;

export function renderMarkdown(source: string, options: MarkdownOptions): string {
  const { baseUrl, link: linkTo, pageOf, pictureOf = () => null, blocks } = options;
  const slugs = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, text, depth }: Tokens.Heading) {
        const inner = this.parser.parseInline(tokens).replace(ANCHOR, '');
        const id = ANCHOR.exec(text)?.[1] ?? slug(text, slugs);
        return `<h${depth} id="${id}">${inner}</h${depth}>\n`;
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        return blocks?.get(text.trim())?.text ?? escapeHtml(text);
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const target = targetOf(href, pageOf);
        if (target === null) return inner;
        // A link whose text is a file name shows the title of the page instead.
        const text = inner === href && target.title !== null ? escapeHtml(target.title) : inner;
        const ours = target.path.startsWith('/') && !target.path.startsWith('//');
        return `<a href="${escapeHtml(ours ? linkTo(target.path) : target.path)}">${text}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const path = pictureOf(href);
        return path === null
          ? escapeHtml(text)
          : `<img src="${escapeHtml(path)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      // Wide code and tables scroll, so the keyboard must reach them.
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      table(token: Tokens.Table) {
        const inner = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens);
        const cells = (row: readonly Tokens.TableCell[]) =>
          row.map((cell) => `<td>${inner(cell)}</td>`).join('');
        // An empty cell is not a heading.
        const heads = token.header
          .map(inner)
          .map((head) => (head === '' ? '<td></td>' : `<th scope="col">${head}</th>`));
        const name = plain(token.header.map(inner).filter(Boolean).join(', '));
        return `<div class="scroll" tabindex="0" role="group" aria-label="${name}"><table>\n<thead><tr>${heads.join('')}</tr></thead>\n<tbody>${token.rows.map((row) => `<tr>${cells(row)}</tr>\n`).join('')}</tbody>\n</table></div>\n`;
      },
    },
  });
  return marked.parse(withAddress(source, baseUrl), { async: false });
}

const withAddress = (source: string, baseUrl: string): string =>
  source.replace(EXAMPLE_NOTE, '').replace(EXAMPLE_ORIGINS, baseUrl);

/** A guide as Markdown with absolute links to the other guides as Markdown. */
export function publishMarkdown(
  source: string,
  { baseUrl, pageOf, pictureOf = () => null }: Pick<MarkdownOptions, 'baseUrl' | 'pageOf' | 'pictureOf'>,
): string {
  return withAddress(source, baseUrl).replace(
    /(!?)\[([^\]]+)\]\(([^)\s]+)\)/g,
    (whole: string, mark: string, text: string, href: string) => {
      if (mark === '!') {
        const path = pictureOf(href);
        return path === null ? text : `![${text}](${originOf(baseUrl)}${path})`;
      }
      if (/^(https?:|mailto:|#)/.test(href)) return whole;
      if (href.startsWith('/')) return `[${text}](${baseUrl}${href})`;
      const target = targetOf(href, pageOf);
      if (target === null) return text;
      const [path, fragment] = target.path.split('#', 2);
      return `[${text}](${baseUrl}${path}.md${fragment === undefined ? '' : `#${fragment}`})`;
    },
  );
}

/** A path of a picture contains that of the service. */
const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

/** External addresses stay. Files become pages, or null if they are not served. */
function targetOf(
  href: string,
  pageOf: MarkdownOptions['pageOf'],
): { readonly path: string; readonly title: string | null } | null {
  if (/^(https?:|mailto:|\/|#)/.test(href)) return { path: href, title: null };
  const [path = '', fragment] = href.split('#', 2);
  const page = /^(?:\.\/|docs\/)?([a-z-]+)\.md$/.exec(path)?.[1];
  const target = page === undefined ? null : pageOf(page);
  if (target === null) return null;
  return { ...target, path: fragment === undefined ? target.path : `${target.path}#${fragment}` };
}

const plain = (inner: string): string => inner.replace(/<[^>]*>/g, '').replaceAll('"', '&quot;');

/** The same anchors as on code hosts, so that links work in both places. */
function slug(text: string, seen: Map<string, number>): string {
  const base = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  const count = seen.get(base) ?? 0;
  seen.set(base, count + 1);
  return escapeHtml(count === 0 ? base || 'section' : `${base}-${count}`);
}

/** A page with fewer sections than this has no list of them. */
const CONTENTS_FROM = 4;

/** Adds a list of the sections after the title. */
export function withContents(body: Html, label: string): Html {
  const sections = [...body.text.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)];
  if (sections.length < CONTENTS_FROM) return body;
  // The headings were escaped when the page was rendered.
  const entries = sections.map(([, id = '', inner = '']) =>
    trusted(`<li><a href="#${id}">${inner.replace(/<[^>]*>/g, '')}</a></li>\n`),
  );
  const list = html`<nav class="contents" aria-label="${label}">\n<ul>\n${entries}</ul>\n</nav>\n`;
  return trusted(body.text.replace('</h1>', () => `</h1>\n${list.text}`));
}
