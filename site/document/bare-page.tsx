import type { ReactNode } from 'react';
import { offeredLanguages } from '../../domain/settings/languages.ts';
import type { Translations } from '../../language/create-translations.ts';
import { translationsIn } from '../../language/languages.ts';
import type { Brand } from '../../ui/brand.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { BrandLine, Footer } from '../../ui/footer.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { hasOthers, pageLanguageOf } from '../http/language.ts';
import type { Site } from '../http/site.ts';
import type { SiteContext } from '../http/visitor.ts';
import { accentStyle } from './accent-style.ts';
import { renderDocument } from './document.tsx';
import { sendHtml } from './send-html.ts';

type BarePage = {
  status: number;
  title: string;
  text?: string;
  alert?: string;
  screen: ReactNode;
};

/** A page in place of the one asked for. It reads only the brand. A form comes back with all that was typed, and with its key. */
export async function showBarePage(c: SiteContext, site: Site, draw: (t: Translations) => BarePage) {
  const { form } = c.var;
  const { path } = c.req;
  const t = translationsIn(pageLanguageOf(c));
  const { status, title, text, alert = t('screen.formReturned'), screen } = draw(t);
  const children = form ? <FormAgain title={title} text={text} alert={alert} path={path} form={form} /> : screen;
  const brand = await site.brand();
  const html = drawBarePage(site, t, { brand, title, path, search: new URL(c.req.url).search, children });
  c.header('Cache-Control', 'no-store');
  return sendHtml(c, { face: 'finder', language: t.language, accent: accentStyle(brand) }, html, status);
}

type Drawn = { brand: Brand; title: string; path: string; search: string; children: ReactNode };

export function drawBarePage(site: Site, t: Translations, { brand, title, path, search, children }: Drawn): string {
  return renderDocument({
    face: 'finder',
    metadata: {
      title,
      description: t('screen.descriptionNotShown'),
      keywords: t('screen.keywords'),
      noindex: true,
    },
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

type FormAgainProps = {
  title: string;
  text: string | undefined;
  alert: string;
  path: string;
  form: Record<string, string>;
};

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
