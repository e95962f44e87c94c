import type { Attribution } from './schemas/comparison.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const MARKS = Object.fromEntries(Object.entries(ENTITIES).map(([mark, entity]) => [entity, mark]));

/** For text and for quoted attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark]!);

export const unescapeHtml = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => MARKS[entity]!);

export function attributionOf(serviceName: string, baseUrl: string): Attribution {
  const text = `Data by ${serviceName}`;
  return {
    text,
    url: baseUrl,
    html: `<a href="${escapeHtml(baseUrl)}">${escapeHtml(text)}</a>`,
    required: true,
  };
}
