import type { ReactNode } from 'react';
import type { Category } from '../../domain/items/contract/categories.ts';
import { codeInAddress, toItemHash } from '../../domain/items/contract/item-hash.ts';
import { readTagCode } from '../../domain/items/contract/tag-code.ts';
import { findTagPage } from '../../domain/items/tag-page.ts';
import type { Money } from '../../domain/shop/contract/money.ts';
import type { PlainKey, Translations } from '../../language/create-translations.ts';
import { itemPath, staticPath } from '../../paths/paths.ts';
import { type Brand, taglineOf } from '../../ui/brand.ts';
import { Drawing } from '../../ui/drawings.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import type { PageContext, StaticPage } from '../document/page.ts';
import { showPage } from '../document/show-page.tsx';
import { homeLanguages } from '../http/language.ts';
import type { SiteContext } from '../http/visitor.ts';
import { organization } from './article.tsx';
import { CodeForm } from './code-form.tsx';
import { Costs, type LowestPrice, PrintOrBuy } from './costs.tsx';
import { HowItWorks, Situations } from './how-it-works.tsx';
import { SampleTag } from './sample-tag.tsx';
import { drawWords, OwnSections } from './show-words.tsx';

/** `/?code=…` draws it with the code that no tag has, form first. @param lowestPrice of the tags that the shop sells */
export const home = (lowestPrice: Money | null = null): StaticPage => ({
  metadata: (t, brand, publicUrl) => ({
    title: t('homePage.documentTitle', { product: brand.productName, tagline: taglineOf(brand, t) }),
    description: t('homePage.description'),
    keywords: t('homePage.keywords'),
    structuredData: structuredData(brand, publicUrl, t),
  }),
  Body: (context) => (
    <Frame
      {...context}
      {...{ lowestPrice }}
      title={taglineOf(context.brand, context.t)}
      lead={context.t('homePage.lead')}
    >
      <HowItWorks />
      <Situations />
      <Costs lowestPrice={lowestPrice} />
      <Trust />
    </Frame>
  ),
  OwnBody: ({ own, ...context }) => (
    <Frame {...context} {...{ lowestPrice }} title={own.title} lead={own.lead}>
      <div className="wrap">
        <div className="prose">
          <OwnSections text={own.text} />
        </div>
      </div>
    </Frame>
  ),
});

export async function showHome(c: SiteContext) {
  const typed = c.req.query('code');
  const hash = typed ? toItemHash(readTagCode(String(codeInAddress(typed)))) : '';
  const { services, lowestPrice } = c.var.site;
  if (hash && (await findTagPage(hash, services)).state !== 'unknown') return c.redirect(itemPath(hash), 303);
  const languages = await homeLanguages(c);
  const draw = async (context: PageContext) => {
    const lowest = await lowestPrice();
    const drawn = await drawWords(c, 'home', home(lowest.value), context);
    return {
      ...drawn,
      shared: drawn.shared && languages.current && lowest.current,
      status: typed ? 404 : 200,
    };
  };
  return showPage(c, draw, languages.readIn);
}

type FrameProps = PageContext & LowestPrice & { title: string; lead: string; children: ReactNode };

function Frame({ title, lead, lowestPrice, children, ...context }: FrameProps) {
  const unknownCode = context.query.get('code') || null;
  const form = <CodeForm unknownCode={unknownCode} t={context.t} />;
  return (
    <div className="grid grid-cols-1 gap-20">
      {unknownCode !== null && <div className="-mb-20 pt-8">{form}</div>}
      <Hero {...context} title={title} lead={lead} lowestPrice={lowestPrice} />
      {unknownCode === null && form}
      {children}
      <Closing lowestPrice={lowestPrice} />
    </div>
  );
}

function Hero({ t, title, lead, publicUrl, lowestPrice }: Omit<FrameProps, 'children'>) {
  return (
    <section className="wrap hero">
      <div className="hero-words">
        <h1>{title}</h1>
        <p>{lead}</p>
        <PrintOrBuy lowestPrice={lowestPrice} />
        <p className="text-base text-ink-soft">{t('homePage.accountIsFree')}</p>
      </div>
      <SampleTag publicUrl={publicUrl} />
    </section>
  );
}

function Trust() {
  const t = useTranslations();
  return (
    <section className="wrap" aria-labelledby="trust">
      <h2 id="trust">{t('homePage.trust')}</h2>
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

const promises = ['noNumber', 'openSource', 'ownServer'] as const;

function structuredData(brand: Brand, publicUrl: string, t: Translations): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      organization(brand, publicUrl),
      { '@type': 'WebSite', name: brand.productName, description: taglineOf(brand, t) },
    ],
  };
}

function Closing({ lowestPrice }: LowestPrice) {
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
      <div className="closing">
        <p>{t('homePage.closing')}</p>
        <PrintOrBuy lowestPrice={lowestPrice} />
      </div>
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
  { category: 'other', name: 'homePage.softToy' },
  { category: 'bottle', name: 'category.bottle' },
];
