import { createContext, useContext } from 'react';
import type { LanguageName } from '../../language/names.ts';
import { type Brand, defaultBrand } from '../../ui/brand.ts';

export const BrandContext = createContext<Brand>(defaultBrand);

export function useBrand(): Brand {
  return useContext(BrandContext);
}

export function readLanguages(): LanguageName[] {
  return JSON.parse(document.getElementById('app')?.dataset.languages ?? '[]') as LanguageName[];
}

export function readBrand(root: HTMLElement): Brand {
  return { ...defaultBrand, ...(JSON.parse(root.dataset.brand ?? '{}') as Partial<Brand>) };
}
