import { readyFor } from '../../domain/messages/contract/ready-replies.ts';
import { itemPath } from '../../paths/paths.ts';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { Drawing } from '../../ui/drawings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useTranslations } from '../../ui/translations-context.ts';

/** Beside it stands a phone: it looks at the tag, and shows the finder's page once the tag is pressed. */
export function SampleTag({ publicUrl }: { publicUrl: string }) {
  const t = useTranslations();
  const { host } = new URL(publicUrl);
  return (
    <div className="scan-scene">
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
        <FindersView host={host} />
      </details>
      <Camera host={host} />
    </div>
  );
}

function Camera({ host }: { host: string }) {
  return (
    <div className="phone" aria-hidden="true">
      <svg viewBox="0 0 160 160" className="step-drawing" aria-hidden="true">
        <path d="M10 36V20a10 10 0 0 1 10-10h16M124 10h16a10 10 0 0 1 10 10v16M150 124v16a10 10 0 0 1-10 10h-16M36 150H20a10 10 0 0 1-10-10v-16" />
        <path className="fill-card" d="M66 34h28l16 16v72a6 6 0 0 1-6 6H56a6 6 0 0 1-6-6V50Z" />
        <path d="M62 68h14v14H62ZM84 68h14v14H84ZM62 92h14v14H62ZM86 92h4M98 92v6M86 106h12" />
        <circle className="fill-sun" cx="80" cy="50" r="6" />
      </svg>
      <p className="phone-address" dir="ltr">
        {host}
      </p>
    </div>
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
      <div className="tag-shape phone-tag">
        <p>
          <Drawing category="bag" className="size-8 flex-none" />
          <strong>{t('homePage.sampleFound')}</strong>
        </p>
      </div>
      <p className="font-semibold">{t('item.oneTap', { category: 'bag' })}</p>
      <ul className="phone-answers">
        {readyFor('bag').answers.map((answer) => (
          <li key={answer}>{t(`answer.${answer}`)}</li>
        ))}
      </ul>
      <p>{t('homePage.sampleNote')}</p>
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

/** The code on every sample; no tag is ever made with it. */
export const sampleCode = 'k3f9w2m7h4pqr8xz';

/** A tag as it comes out of a printer. Made of phrasing elements only, so that it can be pressed as a whole. */
export function PrintedTag({ publicUrl }: { publicUrl: string }) {
  const t = useTranslations();
  return (
    <span className="tag-shape printed-tag">
      <strong className="headline text-2xl">{t('sitePage.foundMe')}</strong>{' '}
      <span className="font-semibold">{t('sitePage.pleaseScan')}</span>
      <QrCode text={`${publicUrl}/#scanned`} label={t('sitePage.sampleCode')} className="my-2 w-full rounded-control" />
      <span className="text-ink-soft wrap-anywhere" dir="ltr">
        {new URL(publicUrl).host}
      </span>{' '}
      <CodeGroups code={sampleCode} />
    </span>
  );
}
