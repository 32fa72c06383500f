import type { OwnFooter } from '../domain/settings/contract/footer.ts';
import type { Translations } from '../language/create-translations.ts';

/** The operator's face to the world: the setting `brand`, the environment's BRAND_…, or these defaults. */
export type Brand = {
  productName: string;
  tagline: string;
  /** Address of the mobile app in an app store (C-1.06); empty without one. */
  appStoreUrl: string;
  legalName: string;
  address: string;
  contactEmail: string;
  /** The colour of links and buttons, such as #0b6b4f; empty: ours. */
  accent: string;
  /** The same on dark pages; empty: what follows from `accent`. */
  accentDark: string;
  /** Address of the logo, with the origin that the installation had then; empty: the drawn tag. */
  logo: string;
  footer: OwnFooter;
};

export const defaultBrand: Brand = {
  productName: 'Handback',
  tagline: 'Lost things find their way home.',
  appStoreUrl: '',
  legalName: '',
  address: '',
  contactEmail: '',
  accent: '',
  accentDark: '',
  logo: '',
  footer: { texts: {}, links: [] },
};

/** The operator’s tagline; while there is none, ours in the reader’s language. */
export function taglineOf({ tagline }: Brand, t: Translations): string {
  return tagline === defaultBrand.tagline ? t('frame.tagline') : tagline;
}
