import type { ReactNode } from 'react';
import type { Translations } from '../../language/create-translations.ts';
import { newItemPath, staticPath } from '../../paths/paths.ts';
import { type Brand, taglineOf } from '../../ui/brand.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import type { PageContext, StaticPage } from '../document/page.ts';
import { CodeForm } from '../finder/code-form.tsx';
import { TagLine } from '../finder/tag-line.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { organization } from './organization.ts';
import { OwnSections } from './own-text.tsx';
import { SampleTag } from './sample-tag.tsx';

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
