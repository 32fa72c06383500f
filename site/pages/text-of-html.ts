import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

export function textOf(content: ReactNode): string {
  return textOfHtml(renderToStaticMarkup(content));
}

export function textOfHtml(html: string): string {
  return decode(html.replace(/<\/li>/g, ' ').replace(/<[^>]*>/g, '')).trim();
}

/** What React writes for the signs that HTML needs itself. */
const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

export function decode(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (sign) => signs[sign] ?? sign);
}
