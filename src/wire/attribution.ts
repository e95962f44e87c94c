/** The attribution that every response contains. */
import { escapeHtml } from './escape-html.ts';
import type { Attribution } from './schemas/comparison.ts';

export function attributionOf(serviceName: string, baseUrl: string): Attribution {
  const text = `Data by ${serviceName}`;
  return {
    text,
    url: baseUrl,
    html: `<a href="${escapeHtml(baseUrl)}">${escapeHtml(text)}</a>`,
    required: true,
  };
}
