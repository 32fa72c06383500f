import type { ReactNode } from 'react';
import type { Brand } from '../../ui/brand.ts';

export const linkTo = (href: string) => (text: ReactNode) => <a href={href}>{text}</a>;

/** The values of a text with `<email>{address}</email>`: the operator’s address. */
export function operatorEmail({ contactEmail }: Pick<Brand, 'contactEmail'>) {
  const email = (text: ReactNode) => (
    <a href={`mailto:${contactEmail}`} className="wrap-anywhere" dir="ltr">
      {text}
    </a>
  );
  return { address: contactEmail, email };
}
