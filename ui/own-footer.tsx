import { wordsOfFooter } from '../domain/settings/contract/footer.ts';
import type { Brand } from './brand.ts';
import { useTranslations } from './translations-context.ts';

export function BrandFooter({ brand: { footer } }: { brand: Brand }) {
  const t = useTranslations();
  const own = wordsOfFooter(footer.texts, t.language);
  if (!own && footer.links.length === 0) return null;
  return (
    <div className="grid w-full gap-2">
      {own && (
        <p className="max-w-[65ch] whitespace-pre-line wrap-anywhere" lang={own.language} dir="auto">
          {own.text}
        </p>
      )}
      {footer.links.length > 0 && (
        <ul>
          {footer.links.map(({ address, labels }, n) => {
            const label = wordsOfFooter(labels, t.language);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
              <li key={n}>
                <a href={address} lang={label?.language} className="wrap-anywhere">
                  <bdi>{label?.text}</bdi>
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
