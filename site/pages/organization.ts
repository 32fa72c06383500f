import { homePath } from '../../paths/paths.ts';
import type { Brand } from '../../ui/brand.ts';

export function organization({ legalName, productName, contactEmail, logo }: Brand, publicUrl: string) {
  return {
    '@type': 'Organization',
    name: legalName,
    alternateName: productName,
    url: publicUrl + homePath(),
    logo: logo || `${publicUrl}/icons/tag-512.png`,
    email: contactEmail,
  };
}
