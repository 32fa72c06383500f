import { termsOfSale } from '../../domain/shop/contract/terms-of-sale.ts';
import { staticPath } from '../../paths/paths.ts';
import type { Brand } from '../../ui/brand.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { linkTo } from './links.tsx';

export const termsAndConditions: StaticPage = {
  drawing: 'bag',
  metadata: (t, { productName: product }) => ({
    title: t('termsOfSalePage.documentTitle', { product }),
    description: t('termsOfSalePage.description', { product }),
    keywords: t('termsOfSalePage.keywords'),
  }),
  Body: ({ t, brand, byCard, seller = sellerOf(brand) }) => (
    <Article title={t('termsOfSalePage.title')} lead={t('termsOfSalePage.lead')} drawing={termsAndConditions.drawing}>
      {termsOfSale(t, { seller, byCard }).map(({ id, title, paragraphs, list }) => (
        <Section key={id} id={id} title={title}>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {list && (
            <ul>
              {list.map((line) => (
                <li key={line} className={line.includes('@') ? 'hyphens-manual' : undefined}>
                  {line}
                </li>
              ))}
            </ul>
          )}
        </Section>
      ))}
      <Section id="use" title={t('termsOfSalePage.use')}>
        <p>{t.rich('termsOfSalePage.useText', { terms: linkTo(staticPath('terms')) })}</p>
      </Section>
    </Article>
  ),
};

const sellerOf = ({ legalName: name, address, contactEmail: email }: Brand) => ({ name, address, email });
