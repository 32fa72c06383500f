import { createContext, useContext } from 'react';
import { type Brand, defaultBrand } from '../../ui/brand.ts';

export const BrandContext = createContext<Brand>(defaultBrand);

export function useBrand(): Brand {
  return useContext(BrandContext);
}

/** The operator's brand, which the document carries in `data-brand`. */
export function readBrand(root: HTMLElement): Brand {
  return { ...defaultBrand, ...(JSON.parse(root.dataset.brand ?? '{}') as Partial<Brand>) };
}
