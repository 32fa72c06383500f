import { itemPath } from '../../paths/paths.ts';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { Drawing } from '../../ui/drawings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { PrintedTag, sampleCode } from './printed-tag.tsx';

/** A hanging tag; pressing it, or scanning its QR code, opens what a finder would see. */
export function SampleTag({ publicUrl }: { publicUrl: string }) {
  const t = useTranslations();
  return (
    <details className="sample">
      <summary>
        <StringLoop />
        <PrintedTag publicUrl={publicUrl} />{' '}
        <span className="sample-cue button button-secondary">
          <Icon name="scan" />
          <span className="when-closed">{t('homePage.scanThis')}</span>
          <span className="when-open">{t('homePage.putAway')}</span>
        </span>
      </summary>
      <FindersView host={new URL(publicUrl).host} />
    </details>
  );
}

function FindersView({ host }: { host: string }) {
  const t = useTranslations();
  return (
    <figure id="scanned" className="phone">
      <figcaption className="sr-only">{t('homePage.afterScanning')}</figcaption>
      <p className="phone-address" dir="ltr">
        {host}
        {itemPath('…')}
      </p>
      <p className="headline text-xl">{t('homePage.sampleFound')}</p>
      <p className="phone-picture">
        <Drawing category="bag" className="size-20" />
      </p>
      <p>{t('homePage.sampleNote')}</p>
      <p className="phone-answer bg-home text-home-ink">{t('answer.have')}</p>
      <p className="phone-answer">{t('answer.handed-in')}</p>
      <p className="phone-answer">{t('answer.saw-here')}</p>
      <p className="text-center text-sm text-ink-soft">
        <CodeGroups code={sampleCode} />
      </p>
    </figure>
  );
}

function StringLoop() {
  return (
    <svg
      viewBox="0 0 40 128"
      className="sample-string"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M20 0v72M20 72c-8 14-8 38 0 50M20 72c8 14 8 38 0 50" />
      <path fill="currentColor" d="M16.5 70h7v5h-7z" />
    </svg>
  );
}
