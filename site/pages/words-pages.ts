import type { SitePageName } from '../../paths/site-pages.ts';
import type { StaticPage } from '../document/page.ts';
import { reviewsInGeneral } from '../shop/reviews-page.tsx';
import { about } from './about.tsx';
import { buy } from './buy.tsx';
import { contact } from './contact.tsx';
import { guidePages, guides } from './guides.tsx';
import { home } from './home.tsx';
import { instructions } from './instructions.tsx';
import { legal } from './legal.tsx';
import { privacy } from './privacy.tsx';
import { productInGeneral } from './product.tsx';
import { support } from './support.tsx';
import { terms } from './terms.tsx';
import { termsAndConditions } from './terms-and-conditions.tsx';

/** Whose words the operator may replace. @param shopOpen whether tags made to last are for sale */
export function wordsPages(shopOpen: boolean): Record<SitePageName, StaticPage> {
  return {
    home,
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
