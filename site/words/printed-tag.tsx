import { CodeGroups } from '../../ui/code-groups.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

/** The code on every sample; no tag is ever made with it. */
export const sampleCode = 'k3f9w2m7h4pqr8xz';

type PrintedTagProps = {
  /** Origin of this installation: its host stands on the tag, and the square leads to the sample on its home page. */
  publicUrl: string;
};

/** A tag as it comes out of a printer. Made of phrasing elements only, so that it can be pressed as a whole. */
export function PrintedTag({ publicUrl }: PrintedTagProps) {
  return (
    <span className="tag-shape printed-tag">
      <strong className="headline text-2xl">Found me?</strong> <span className="font-semibold">Please scan</span>
      <QrCode text={`${publicUrl}/#scanned`} label="QR code of a sample tag" className="my-2 w-full rounded-control" />
      <span className="text-ink-soft wrap-anywhere">{new URL(publicUrl).host}</span> <CodeGroups code={sampleCode} />
    </span>
  );
}
