import type { Brand } from '../../ui/brand.ts';

/** The operator's mail address. */
export function MailLink({ brand }: { brand: Brand }) {
  return (
    <a href={`mailto:${brand.contactEmail}`} className="wrap-anywhere">
      {brand.contactEmail}
    </a>
  );
}
