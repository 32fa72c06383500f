import { createContext, useContext } from 'react';
import { type Brand, defaultBrand } from '../../../ui/brand.ts';

export const BrandContext = createContext<Brand>(defaultBrand);

export function useBrand(): Brand {
  return useContext(BrandContext);
}

export function brandOfDocument(root: HTMLElement): Brand {
  return { ...defaultBrand, ...(JSON.parse(root.dataset.brand ?? '{}') as Partial<Brand>) };
}
