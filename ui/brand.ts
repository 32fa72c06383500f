/** The operator's face to the world: the setting `brand`, or these defaults. */
export type Brand = {
  productName: string;
  tagline: string;
  /** Address of the mobile app in an app store (C-1.06); empty without one. */
  appStoreUrl: string;
  /** Who runs this installation: copyright line and legal pages. */
  legalName: string;
  /** Empty: the address that mail comes from. */
  contactEmail: string;
};

export const defaultBrand: Brand = {
  productName: 'Handback',
  tagline: 'Lost things find their way home.',
  appStoreUrl: '',
  legalName: 'Handback',
  contactEmail: '',
};
