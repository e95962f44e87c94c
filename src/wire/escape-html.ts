/** Escapes text for HTML. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for quoted attribute values. */
export const escapeHtml = (text: string): string =>
  // Most texts have none of these characters, and a page has hundreds of texts.
  /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (mark) => ENTITIES[mark]!) : text;
