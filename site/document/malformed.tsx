import type { IncomingMessage } from 'node:http';
import { translationsIn } from '../../language/languages.ts';
import { homePath } from '../../paths/paths.ts';
import { SystemScreen } from '../../ui/system-screen.tsx';
import { languageOfRequest } from '../http/language.ts';
import type { Site } from '../http/site.ts';
import { accentStyle } from './accent-style.ts';
import { drawBarePage } from './bare-page.tsx';
import { htmlHeaders } from './send-html.ts';

const sentences = { 400: 'screen.addressUnreadable', 414: 'screen.addressTooLong' } as const;

/** For requests that never reach the router. */
export async function malformedPage(request: IncomingMessage, status: keyof typeof sentences, site: Site) {
  const t = translationsIn(languageOfRequest(request, site));
  const title = t('screen.notUnderstood');
  const action = { label: t('screen.toHome'), href: homePath() };
  const screen = <SystemScreen title={title} text={t(sentences[status])} action={action} />;
  const brand = await site.brand();
  const body = drawBarePage(site, t, { brand, title, path: homePath(), search: '', children: screen });
  return { headers: htmlHeaders({ face: 'finder', language: t.language, accent: accentStyle(brand) }), body };
}
