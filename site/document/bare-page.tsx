import type { IncomingMessage } from 'node:http';
import type { ReactNode } from 'react';
import { offeredLanguages } from '../../domain/settings/languages.ts';
import type { Translations } from '../../language/create-translations.ts';
import { translationsIn } from '../../language/languages.ts';
import { homePath } from '../../paths/paths.ts';
import { TooBusy } from '../../server/concurrency.ts';
import { isDatabaseAway } from '../../server/db/problems.ts';
import { FilesAway } from '../../server/files/file-store.ts';
import type { Brand } from '../../ui/brand.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { BrandLine, Footer } from '../../ui/footer.tsx';
import { ConnectionErrorScreen, ErrorScreen, SystemScreen } from '../../ui/system-screen.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { hasOthers, languageOfRequest, pageLanguageOf } from '../http/language.ts';
import type { Site, SiteContext } from '../http/visitor.ts';
import { renderDocument } from './document.tsx';
import { accentStyle, htmlHeaders, sendHtml } from './send-html.ts';

type BarePage = { status: number; title: string; text?: string | undefined; alert?: string; screen: ReactNode };

/** A page in place of the one asked for. It reads only the brand. A form comes back with all that was typed, and with its key. */
export async function showBarePage(c: SiteContext, draw: (t: Translations) => BarePage) {
  const { form } = c.var;
  const { path } = c.req;
  const t = translationsIn(pageLanguageOf(c));
  const { status, title, text, alert = t('screen.formReturned'), screen } = draw(t);
  const children = form ? <FormAgain title={title} text={text} alert={alert} path={path} form={form} /> : screen;
  const { site } = c.var;
  const brand = await site.brand();
  const html = drawBarePage(site, t, { brand, title, path, search: new URL(c.req.url).search, children });
  c.header('Cache-Control', 'no-store');
  return sendHtml(c, { face: 'finder', language: t.language, accent: accentStyle(brand) }, html, status);
}

type Drawn = { brand: Brand; title: string; path: string; search: string; children: ReactNode };

function drawBarePage(site: Site, t: Translations, { brand, title, path, search, children }: Drawn): string {
  return renderDocument({
    face: 'finder',
    metadata: { title, description: t('screen.descriptionNotShown'), keywords: t('screen.keywords'), noindex: true },
    t,
    path,
    brand,
    publicUrl: site.services.publicUrl,
    assets: site.assets,
    children: (
      <>
        <BrandLine brand={brand} />
        <main id="main">{children}</main>
        <Footer brand={brand} path={path} search={search} others={hasOthers(offeredLanguages(site.services), path)} />
      </>
    ),
  });
}

const shownFields = ['place', 'openingHours', 'reference'] as const;

type FormAgainProps = Omit<BarePage, 'status' | 'screen'> & { path: string; form: Record<string, string> };

function FormAgain({ title, text: reason, alert, path, form }: FormAgainProps) {
  const t = useTranslations();
  const { text, ...others } = form;
  const places = shownFields.filter((name) => others[name]);
  const hidden = Object.entries(others).filter(([name]) => !places.some((place) => place === name));
  return (
    <div className="found">
      <h1>{title}</h1>
      {reason && <p className="found-note">{reason}</p>}
      <p className="alert alert-error" role="alert">
        {alert}
      </p>
      <form method="post" action={path} data-unsent="">
        {hidden.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {text && <TextArea label={t('screen.yourMessage')} name="text" rows={4} defaultValue={text} />}
        {places.map((name) => (
          <TextField key={name} name={name} label={t(`details.${name}`)} defaultValue={others[name]} />
        ))}
        <Button>{t('screen.tryAgain')}</Button>
      </form>
    </div>
  );
}

const retrySeconds = 5;

/** Answers what went wrong with a page: 503 while the database or the file store is away, or has no room, or too much work waits; 500 for what nobody expected. */
export function showFailure(error: unknown, c: SiteContext): Promise<Response> {
  const passes = isDatabaseAway(error) || error instanceof FilesAway || error instanceof TooBusy;
  return showErrorPage(c, passes ? 'unavailable' : 'unexpected');
}

/** The page for what could not be done (C-2.15, C-2.17). Whether a form arrived is not known, so it comes back with its key. */
export function showErrorPage(c: SiteContext, what: 'unavailable' | 'unexpected'): Promise<Response> {
  if (what === 'unavailable') c.header('Retry-After', String(retrySeconds));
  return showBarePage(c, (t) => ({
    title: t('screen.wrong'),
    alert: t('error.unconfirmed'),
    ...(what === 'unexpected'
      ? { status: 500, screen: <ErrorScreen /> }
      : { status: 503, screen: <ConnectionErrorScreen failure={t('screen.notConnected')} href={c.req.path} /> }),
  }));
}

export function showBusy(c: SiteContext): Promise<Response> {
  c.header('Retry-After', '5');
  return showBarePage(c, (t) => {
    const [title, text] = [t('screen.busyTitle'), t('screen.busyText')];
    const action = { label: t('screen.tryAgain'), href: c.req.path };
    return { status: 503, title, screen: <SystemScreen title={title} text={text} action={action} /> };
  });
}

const sentences = { 400: 'screen.addressUnreadable', 414: 'screen.addressTooLong' } as const;

export async function malformedPage(request: IncomingMessage, status: keyof typeof sentences, site: Site) {
  const t = translationsIn(languageOfRequest(request, site));
  const title = t('screen.notUnderstood');
  const action = { label: t('screen.toHome'), href: homePath() };
  const screen = <SystemScreen title={title} text={t(sentences[status])} action={action} />;
  const brand = await site.brand();
  const body = drawBarePage(site, t, { brand, title, path: homePath(), search: '', children: screen });
  return { headers: htmlHeaders({ face: 'finder', language: t.language, accent: accentStyle(brand) }), body };
}
