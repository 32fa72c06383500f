import { renderToStaticMarkup } from 'react-dom/server';
import type { PlaceholderValues } from '../../domain/pages/contract/placeholders.ts';
import type { PageWords } from '../../domain/pages/contract/schema.ts';
import { readShopSettings } from '../../domain/shop/current-settings.ts';
import { placeholderValues } from '../../domain/shop/placeholder-values.ts';
import { Refusal } from '../../functions/define.ts';
import { directionOf, restLanguage, translationsIn } from '../../language/languages.ts';
import { editPagePath, homePath, pagePreviewPath, signInPath, staticPath } from '../../paths/paths.ts';
import { type SitePageName, sitePageNames } from '../../paths/site-pages.ts';
import { Alert } from '../../ui/alert.tsx';
import type { Brand } from '../../ui/brand.ts';
import { TranslationsContext } from '../../ui/translations-context.ts';
import { LinkLine } from '../document/link-line.tsx';
import type { PageContext, StaticPage } from '../document/page.ts';
import { knownOf, showRestPage } from '../document/show-page.tsx';
import { callFor, readVisitor, type Site, type SiteContext } from '../http/visitor.ts';
import { about } from './about.tsx';
import { contact } from './contact.tsx';
import { guidePages, guides, instructions } from './guides.tsx';
import { home } from './home.tsx';
import { htmlToText } from './html-to-text.ts';
import { buy, productInGeneral } from './product.tsx';
import { reviewsInGeneral } from './reviews-page.tsx';
import { drawOurWords, drawOwnWords, sellerFor } from './show-words.tsx';
import { support } from './support.tsx';
import { legal, privacy, terms, termsAndConditions } from './terms.tsx';

/** Whose words the operator may replace. @param shopOpen whether tags made to last are for sale */
export function wordsPages(shopOpen: boolean): Record<SitePageName, StaticPage> {
  return {
    home: home(),
    about,
    product: productInGeneral(shopOpen),
    buy: buy(shopOpen),
    reviews: reviewsInGeneral,
    instructions,
    guides,
    ...guidePages,
    support,
    contact,
    terms,
    'terms-and-conditions': termsAndConditions,
    privacy,
    legal,
  };
}

/** GET /admin/pages/{page}/preview?language=…: the draft as everybody would see it; without one, what they see. */
export async function showPreview(c: SiteContext) {
  const asked = await askedPage(c);
  if (asked instanceof Response) return asked;
  const { name, language, edited, page } = asked;
  const words = edited.draftWords ?? edited.words;
  const values = await placeholderValues(c.var.site.services);
  const ofSeller = await sellerFor(name, c);
  return showRestPage(c, (context) => {
    const t = translationsIn(language);
    const seen: PageContext = { ...context, ...ofSeller, t, query: new URLSearchParams() };
    const { metadata, body } = words ? drawOwnWords(page, words, seen, values) : drawOurWords(page, seen);
    return {
      face: 'site',
      metadata: { ...metadata, noindex: true },
      body: (
        <>
          <div className="wrap py-3">
            <Alert text={context.t('wordsPage.previewOf')}>
              <LinkLine href={editPagePath(name, language)}>{context.t('wordsPage.backToEdit')}</LinkLine>
            </Alert>
          </div>
          <TranslationsContext value={t}>
            <div lang={language} dir={directionOf(language)}>
              {body}
            </div>
          </TranslationsContext>
        </>
      ),
    };
  });
}

/** GET /admin/pages/{page}/default?language=…: the words that come with the product, in the operator's format, as JSON. */
export async function showDefaultWords(c: SiteContext) {
  const asked = await askedPage(c);
  if (asked instanceof Response) return asked;
  const { site } = c.var;
  const brand = await site.brand();
  const values = await placeholderValues(site.services, brand);
  const { seller } = await sellerFor(asked.name, c);
  c.header('Cache-Control', 'no-store');
  return c.json(defaultWords(asked.page, asked.language, { brand, values, seller, site }));
}

async function askedPage(c: SiteContext) {
  const name = sitePageNames.find((each) => each === c.req.param('page'));
  if (!name) return c.redirect(homePath());
  const { caller, user } = await readVisitor(c);
  const language = restLanguage(c.req.query('language') ?? caller.language);
  if (!user) return c.redirect(signInPath({ next: pagePreviewPath(name, language) }));
  const edited = await callFor(c, 'readEditedPage', { page: name, language });
  if (edited instanceof Refusal) return c.redirect(staticPath(name));
  const { open } = await readShopSettings(c.var.site.services);
  return { name, page: wordsPages(open)[name], language, edited };
}

type Known = { brand: Brand; values: PlaceholderValues; seller: PageContext['seller']; site: Site };

function defaultWords(page: StaticPage, language: string, { brand, values, seller, site }: Known): PageWords {
  const t = translationsIn(language);
  const withPlaceholders: Brand = {
    ...brand,
    productName: '{product}',
    legalName: values.operator && '{operator}',
    contactEmail: values.email && '{email}',
    address: values.address && '{address}',
  };
  const context: PageContext = {
    t,
    brand: withPlaceholders,
    viewer: null,
    query: new URLSearchParams(),
    ...knownOf(site.services),
    seller: seller && { ...seller, taxNumber: values.taxNumber && '{taxNumber}' },
  };
  const html = renderToStaticMarkup(
    <TranslationsContext value={t}>
      <page.Body {...context} />
    </TranslationsContext>,
  );
  const { title, description } = page.metadata(t, withPlaceholders, context.publicUrl);
  return { documentTitle: title, description, ...htmlToText(html) };
}
