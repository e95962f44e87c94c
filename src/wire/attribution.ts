import type { Attribution } from './schemas/comparison.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for quoted attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark]!);

export function attributionOf(serviceName: string, baseUrl: string): Attribution {
  const text = `Data by ${serviceName}`;
  return {
    text,
    url: baseUrl,
    html: `<a href="${escapeHtml(baseUrl)}">${escapeHtml(text)}</a>`,
    required: true,
  };
}
