import type { PublishedPage, Rating } from '../../domain/reviews/contract/published.ts';
import { listPublishedReviews, ratingOf } from '../../domain/reviews/published-reviews.ts';
import type { Product } from '../../domain/shop/contract/product.ts';
import { textIn } from '../../domain/shop/contract/product-kinds.ts';
import { findProduct } from '../../domain/shop/for-sale.ts';
import type { Translations } from '../../language/create-translations.ts';
import { productPath, reviewsPath, staticPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import type { StaticPage } from '../document/page.ts';
import { showRestPage } from '../document/show-page.tsx';
import type { SiteContext } from '../http/visitor.ts';
import { Article, ArticleSection, linkTo, PrintAtHome, TextSections } from './article.tsx';
import { PublishedReviews, RatingLine, ratingData, reviewData } from './published-reviews.tsx';
import { drawOurWords, drawWords } from './show-words.tsx';

const pageSize = 20;

export function showReviews(c: SiteContext) {
  return showRestPage(c, async (context) => {
    const { services } = c.var.site;
    const slug = context.query.get('product');
    const product = slug ? await findProduct(slug, services) : undefined;
    const after = context.query.get('after') ?? undefined;
    const list = await listPublishedReviews({ limit: pageSize, after, productId: product?.id }, services);
    const rating = await ratingOf(product?.id, services);
    const page = reviewsPage({ product, rating, list: list === 'bad-cursor' ? { reviews: [] } : list });
    // The operator’s words are about all reviews, not about those of one product.
    if (!product) return drawWords(c, 'reviews', page, context);
    return { face: 'site', shared: true, ...drawOurWords(page, context) };
  });
}

type Shown = { product: Product | undefined; rating: Rating | undefined; list: PublishedPage };

export const reviewsInGeneral = reviewsPage({ product: undefined, rating: undefined, list: { reviews: [] } });

function reviewsPage({ product, rating, list }: Shown): StaticPage {
  const nameIn = (t: Translations) => product && textIn(product.names, t.language);
  const shelf = rating && <Reviews product={product} list={list} />;
  return {
    metadata: (t, { productName }) => {
      const name = nameIn(t) ?? productName;
      return {
        title: t('reviewsPage.documentTitle', { product: name }),
        description: rating
          ? t('reviewsPage.description', { product: name, ...ratingIn(rating, t) })
          : t('reviewsPage.descriptionNone', { product: name }),
        keywords: t('reviewsPage.keywords'),
        ...(rating &&
          !product && {
            structuredData: {
              '@context': 'https://schema.org',
              '@type': 'Brand',
              name: productName,
              ...ratingData(rating),
              review: list.reviews.map(reviewData),
            },
          }),
      };
    },
    Body: ({ t }) => {
      const name = nameIn(t);
      const title = name ? t('reviewsPage.titleOf', { name }) : t('reviewsPage.title');
      return (
        <Article title={title} lead={rating ? <RatingLine rating={rating} /> : t('reviewsPage.lead')} drawing="bottle">
          {shelf}
          <TextSections
            area="reviewsPage"
            sections={{ how: ['howText'], yours: ['yoursText'] }}
            values={{ contact: linkTo(staticPath('contact')) }}
          />
          <ArticleSection id="try" title={t('reviewsPage.judge')}>
            <PrintAtHome />
          </ArticleSection>
        </Article>
      );
    },
    drawing: 'bottle',
    lead: rating && <RatingLine rating={rating} />,
    Above: () => shelf,
  };
}

function Reviews({ product, list }: Pick<Shown, 'product' | 'list'>) {
  const t = useTranslations();
  return (
    <ArticleSection id="reviews" title={t('reviewsPage.all')}>
      <PublishedReviews reviews={list.reviews} withProduct={!product} />
      <p className="flex flex-wrap gap-3">
        {list.next && (
          <LinkButton href={reviewsPath({ product: product?.slug, after: list.next })} variant="secondary">
            {t('reviewsPage.more')}
          </LinkButton>
        )}
        {product && (
          <LinkButton href={productPath(product.slug)} variant="secondary">
            {t('reviewsPage.toProduct')}
          </LinkButton>
        )}
      </p>
    </ArticleSection>
  );
}

function ratingIn({ average, count }: Rating, t: Translations) {
  return { average: average.toLocaleString(t.language, { minimumFractionDigits: 1 }), count };
}
