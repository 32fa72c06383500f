import type { PublishedReview, Rating } from '../../domain/reviews/contract/published.ts';
import { textIn } from '../../domain/shop/contract/product-kinds.ts';
import type { Translations } from '../../language/create-translations.ts';
import { productPath } from '../../paths/paths.ts';
import { longDay } from '../../ui/dates.ts';
import { useTranslations } from '../../ui/translations-context.ts';

export function PublishedReviews({ reviews, withProduct }: { reviews: PublishedReview[]; withProduct: boolean }) {
  const t = useTranslations();
  return (
    <ul className="review-list">
      {reviews.map(({ id, stars, text, name, language, answer, createdAt, product }) => (
        <li key={id} className="grid grid-cols-1 gap-2">
          <Stars stars={stars} />
          {withProduct && (
            <p>
              <a href={productPath(product.slug)}>
                <bdi>{textIn(product.names, t.language)}</bdi>
              </a>
            </p>
          )}
          {text && (
            <p lang={language} dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          )}
          <p className="text-ink-soft">
            {name ? <bdi className="wrap-anywhere">{name}</bdi> : t('reviewsPage.aBuyer')} · {longDay(createdAt, t)}
          </p>
          {answer && <ShopsAnswer t={t} answer={answer} />}
        </li>
      ))}
    </ul>
  );
}

export function RatingLine({ rating: { average, count } }: { rating: Rating }) {
  const t = useTranslations();
  return <>{t('reviewsPage.rating', { average, count })}</>;
}

function Stars({ stars }: { stars: number }) {
  const t = useTranslations();
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <svg viewBox="0 0 120 24" className="h-6 w-30 flex-none" aria-hidden="true">
        {[0, 1, 2, 3, 4].map((n) => (
          <path
            key={n}
            transform={`translate(${n * 24} 0)`}
            d="m12 2.6 2.9 6 6.6.9-4.8 4.6 1.2 6.6-5.9-3.1-5.9 3.1 1.2-6.6L2.5 9.5l6.6-.9Z"
            fill={n < stars ? '#f2b33d' : 'none'}
            stroke="currentColor"
            strokeWidth="1.4"
            strokeLinejoin="round"
          />
        ))}
      </svg>
      <span className="font-bold">{t('reviewsPage.stars', { stars })}</span>
    </p>
  );
}

export function ShopsAnswer({ t, answer }: { t: Translations; answer: string }) {
  return (
    <div className="border-s-4 border-line ps-4">
      <p className="font-bold">{t('reviewsPage.answer')}</p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {answer}
      </p>
    </div>
  );
}

export function ratingData({ average, count }: Rating) {
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: average,
      reviewCount: count,
      bestRating: 5,
      worstRating: 1,
    },
  };
}

export function reviewData({ stars, text, name, language, createdAt }: PublishedReview) {
  return {
    '@type': 'Review',
    reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 },
    author: { '@type': 'Person', name: name || undefined },
    datePublished: createdAt.toISOString().slice(0, 10),
    reviewBody: text || undefined,
    inLanguage: language,
  };
}
