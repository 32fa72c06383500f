import { CodeGroups } from '../../ui/code-groups.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useTranslations } from '../../ui/translations-context.ts';

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
