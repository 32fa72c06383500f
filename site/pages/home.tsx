import type { ReactNode } from 'react';
import type { Category } from '../../domain/items/contract/categories.ts';
import { codeInAddress, toItemHash } from '../../domain/items/contract/item-hash.ts';
import { readTagCode } from '../../domain/items/contract/tag-code.ts';
import { findTagPage } from '../../domain/items/tag-page.ts';
import type { PlainKey, Translations } from '../../language/create-translations.ts';
import { directionOf } from '../../language/languages.ts';
import { activatePath, homePath, itemPath, newItemPath, staticPath } from '../../paths/paths.ts';
import { type Brand, taglineOf } from '../../ui/brand.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Drawing } from '../../ui/drawings.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import type { PageContext, StaticPage } from '../document/page.ts';
import { showRestPage } from '../document/show-page.tsx';
import type { SiteContext } from '../http/visitor.ts';
import { organization } from './article.tsx';
import { HowItWorks, SampleTag } from './how-it-works.tsx';
import { drawWords, OwnSections } from './show-words.tsx';

/** `/?code=…` draws it with the code that no tag has, form first. */
export const home: StaticPage = {
  metadata: (t, brand, publicUrl) => ({
    title: t('homePage.documentTitle', { product: brand.productName, tagline: taglineOf(brand, t) }),
    description: t('homePage.description'),
    keywords: t('homePage.keywords'),
    structuredData: structuredData(brand, publicUrl, t),
  }),
  Body: (context) => (
    <Frame {...context} title={taglineOf(context.brand, context.t)} lead={context.t('homePage.lead')}>
      <HowItWorks />
      <Promises />
    </Frame>
  ),
  OwnBody: ({ own, ...context }) => (
    <Frame {...context} title={own.title} lead={own.lead}>
      <div className="wrap">
        <div className="prose">
          <OwnSections text={own.text} />
        </div>
      </div>
    </Frame>
  ),
};

type FrameProps = PageContext & { title: string; lead: string; children: ReactNode };

function Frame({ title, lead, children, ...context }: FrameProps) {
  const unknownCode = context.query.get('code') || null;
  const form = <CodeForm unknownCode={unknownCode} t={context.finderT} />;
  return (
    <div className="grid grid-cols-1 gap-20">
      {unknownCode !== null && <div className="-mb-20 pt-8">{form}</div>}
      <Hero {...context} title={title} lead={lead} />
      {unknownCode === null && form}
      {children}
      <TagLine />
    </div>
  );
}

function Hero({ t, title, lead, publicUrl }: PageContext & { title: string; lead: string }) {
  return (
    <section className="wrap hero">
      <div className="hero-words">
        <h1>{title}</h1>
        <p>{lead}</p>
        <div className="flex flex-wrap gap-3">
          <LinkButton href={newItemPath()}>{t('sitePage.printFree')}</LinkButton>
          <LinkButton href={staticPath('buy')} variant="secondary">
            {t('homePage.buyTags')}
          </LinkButton>
        </div>
        <p className="text-base text-ink-soft">{t('homePage.accountIsFree')}</p>
      </div>
      <SampleTag publicUrl={publicUrl} />
    </section>
  );
}

function Promises() {
  const t = useTranslations();
  return (
    <section className="wrap" aria-labelledby="promises">
      <h2 id="promises">{t('homePage.twoStrangers')}</h2>
      <dl className="promises">
        {promises.map((promise) => (
          <div key={promise}>
            <dt>{t(`homePage.${promise}`)}</dt>
            <dd>{t(`homePage.${promise}Text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const promises = ['needsNothing', 'noNumber', 'noExpiry'] as const;

function structuredData(brand: Brand, publicUrl: string, t: Translations): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(brand, publicUrl),
      { '@type': 'WebSite', name: brand.productName, description: taglineOf(brand, t) },
    ],
  };
}

export async function showHome(c: SiteContext) {
  const typed = c.req.query('code');
  const hash = typed ? toItemHash(readTagCode(String(codeInAddress(typed)))) : '';
  const { services } = c.var.site;
  if (hash && (await findTagPage(hash, services)).state !== 'unknown') return c.redirect(itemPath(hash), 303);
  return showRestPage(c, async (context) => ({
    ...(await drawWords(c, 'home', home, context)),
    status: typed ? 404 : 200,
  }));
}

type CodeFormProps = {
  /** What was typed and is not the code of any tag; null before anything was. */
  unknownCode: string | null;
  /** In the finder's language, whatever the page's. */
  t: Translations;
};

function CodeForm({ unknownCode, t }: CodeFormProps) {
  return (
    <section className="wrap" aria-labelledby="found" lang={t.language} dir={directionOf(t.language)}>
      <form method="get" action={homePath()} className="found-form">
        <h2 id="found">{t('code.title')}</h2>
        <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
          <TextField
            name="code"
            label={t('code.label')}
            hint={t('code.hint')}
            error={unknownCode === null ? undefined : t('code.unknown')}
            defaultValue={unknownCode ?? undefined}
            className="field-input font-mono"
            dir="ltr"
            aria-required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button>{t('code.open')}</Button>
        </div>
        <p>
          {t('code.newTag')} <a href={activatePath()}>{t('code.activate')}</a>
        </p>
      </form>
    </section>
  );
}

function TagLine() {
  const t = useTranslations();
  return (
    <section className="wrap" aria-labelledby="what-to-tag">
      <h2 id="what-to-tag">{t('homePage.whatToTag')}</h2>
      <ul className="tag-line">
        {hung.map(({ category, name }) => (
          <li key={category}>
            <a href={staticPath('instructions', category)} className="tag-shape">
              <Drawing category={category} className="mx-auto mt-2 size-12" />
              {t(name)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const hung: { category: Category; name: PlainKey }[] = [
  { category: 'keys', name: 'category.keys' },
  { category: 'suitcase', name: 'category.suitcase' },
  { category: 'bag', name: 'homePage.backpack' },
  { category: 'phone', name: 'category.phone' },
  { category: 'bike', name: 'category.bike' },
  { category: 'pet', name: 'category.pet' },
  { category: 'child', name: 'homePage.softToy' },
  { category: 'bottle', name: 'category.bottle' },
];
