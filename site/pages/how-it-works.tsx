import type { ReactNode } from 'react';
import type { PlainKey } from '../../language/create-translations.ts';
import { itemPath } from '../../paths/paths.ts';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { Drawing } from '../../ui/drawings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useTranslations } from '../../ui/translations-context.ts';

export function HowItWorks() {
  const t = useTranslations();
  return (
    <section className="wrap" aria-labelledby="how">
      <h2 id="how">{t('homePage.howItWorks')}</h2>
      <ol className="steps">
        {steps.map(({ title, text, drawing }) => (
          <li key={title}>
            <svg viewBox="0 0 160 120" className="step-drawing" aria-hidden="true">
              {drawing}
            </svg>
            <div>
              <h3>{t(title)}</h3>
              <p className="mt-1 text-ink-soft">{t(text)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const steps: { title: PlainKey; text: PlainKey; drawing: ReactNode }[] = [
  {
    title: 'homePage.tagIt',
    text: 'homePage.tagItText',
    drawing: (
      <>
        <path className="fill-card" d="M30 40h76a9 9 0 0 1 9 9v47a9 9 0 0 1-9 9H30a9 9 0 0 1-9-9V49a9 9 0 0 1 9-9Z" />
        <path d="M50 40V25a8 8 0 0 1 8-8h20a8 8 0 0 1 8 8v15M41 40v65M95 40v65M34 105v7M102 105v7" />
        <path d="M86 27c12-8 26-4 31 14" />
        <path className="fill-card" d="m116 34 17-4 10 6 8 36a4 4 0 0 1-3 5l-26 6a4 4 0 0 1-5-3l-8-36Z" />
        <path d="m120 61 6-1.4 1.4 6-6 1.3ZM133 58l6-1.3 1.3 6-6 1.3ZM123 74l15-3.5" />
        <circle className="fill-sun" cx="126" cy="44" r="4.5" />
      </>
    ),
  },
  {
    title: 'homePage.somebodyScans',
    text: 'homePage.somebodyScansText',
    drawing: (
      <>
        <path
          className="fill-card"
          d="M58 8h40a9 9 0 0 1 9 9v86a9 9 0 0 1-9 9H58a9 9 0 0 1-9-9V17a9 9 0 0 1 9-9ZM73 102h10"
        />
        <path d="M59 38v-7a5 5 0 0 1 5-5h6M86 26h6a5 5 0 0 1 5 5v7M97 78v7a5 5 0 0 1-5 5h-6M70 90h-6a5 5 0 0 1-5-5v-7" />
        <path d="M73 36h10l7 7v34a3 3 0 0 1-3 3H69a3 3 0 0 1-3-3V43ZM71 58h4v4h-4zM81 58h4v4h-4zM71 69h4v4h-4zM81 71h5" />
        <circle className="fill-sun" cx="78" cy="46" r="3.5" />
        <path
          className="fill-sun"
          d="M112 22h26a7 7 0 0 1 7 7v14a7 7 0 0 1-7 7h-16l-9 8v-8h-1a7 7 0 0 1-7-7V29a7 7 0 0 1 7-7ZM116 33h18M116 40h11"
        />
      </>
    ),
  },
  {
    title: 'homePage.comesHome',
    text: 'homePage.comesHomeText',
    drawing: (
      <>
        <path className="fill-card" d="M52 52v54h84V52" />
        <path d="M40 60 94 14l54 46M14 106h134M118 34V20h10v23" />
        <path className="fill-paper" d="M78 106V68a4 4 0 0 1 4-4h24a4 4 0 0 1 4 4v38" />
        <path d="M94 72v6" />
        <path className="fill-card" d="M90 78h8l5 5v14a2 2 0 0 1-2 2H87a2 2 0 0 1-2-2V83Z" />
        <circle className="fill-sun" cx="94" cy="84" r="2.5" />
        <path className="stroke-home" strokeDasharray="1 9" d="M8 74c10-14 24-16 32 0s20 26 32 22" />
      </>
    ),
  },
];

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

/** The code on every sample; no tag is ever made with it. */
export const sampleCode = 'k3f9w2m7h4pqr8xz';

type PrintedTagProps = {
  publicUrl: string;
};

/** A tag as it comes out of a printer. Made of phrasing elements only, so that it can be pressed as a whole. */
export function PrintedTag({ publicUrl }: PrintedTagProps) {
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
