import { type ReactNode, useState } from 'react';
import { printOptions } from '../../../domain/print/contract/schema.ts';
import { placesOn, type Sheet } from '../../../domain/print/contract/sheets.ts';
import type { FunctionInput } from '../../../functions/list.ts';
import { printPreviewPath } from '../../../paths/paths.ts';
import { t } from '../../core/document/app-translations.ts';
import { useNoNetwork } from '../../core/offline/network.ts';
import { issueInWords } from '../../widgets/form.tsx';
import { SheetPicture, type SheetPictureProps } from './sheets.tsx';

/** They stand in the address of the picture. */
const mostItems = 250;

type Order = FunctionInput<'previewTags'>;

type PreviewProps = SheetPictureProps & { order: Order };

/** What is wrong with which number, and the order without those: it can be shown all the same. */
export function checkOrder(order: Order, sheet: Sheet | undefined) {
  const issues = printOptions.safeParse(order).error?.issues ?? [];
  const wrong: Record<string, string | undefined> = Object.fromEntries(
    issues.map((issue) => [String(issue.path[0]), issueInWords(issue)]),
  );
  const places = sheet ? placesOn(sheet) : Number.POSITIVE_INFINITY;
  if ((order.start ?? 1) > places) wrong.start ??= t('printedPage.startTooFar', { places });
  const right = Object.entries(order).filter(([name]) => wrong[name] === undefined);
  return { wrong, right: Object.fromEntries(right) as Order };
}

/** The first page as it will be printed, on its sheet, which is shown alone where no picture comes. */
export function Preview({ order, ...plain }: PreviewProps) {
  const noNetwork = useNoNetwork();
  const items = Array.isArray(order.items) ? order.items.slice(0, placesOn(plain.sheet)) : order.items;
  const count = Array.isArray(items) ? items.length : 1;
  if (noNetwork || count === 0 || count > mostItems)
    return (
      <Framed words={noNetwork ? t('print.previewAway') : count > 0 ? t('print.previewMany') : ''}>
        <SheetPicture {...plain} />
      </Framed>
    );
  return <Drawn address={printPreviewPath({ ...order, items })} {...plain} />;
}

function Drawn({ address, ...plain }: SheetPictureProps & { address: string }) {
  const [came, setCame] = useState(false);
  const [failed, setFailed] = useState('');
  if (failed === address)
    return (
      <Framed words="">
        <SheetPicture {...plain} />
      </Framed>
    );
  const fail = () => {
    setFailed(address);
    setCame(false);
  };
  // A browser never shows an earlier address over a later one, and shows the earlier one until the later one came.
  return (
    <Framed words={t('print.preview')} larger={address} isTapped={!plain.onStart}>
      <img
        src={address}
        alt=""
        className={`absolute inset-0 size-full ${came ? '' : 'invisible'}`}
        onLoad={() => setCame(true)}
        onError={fail}
      />
      <SheetPicture {...plain} isDrawn={came} />
    </Framed>
  );
}

type FramedProps = { words: string; larger?: string; isTapped?: boolean; children: ReactNode };

/** `larger` is a link, which a tap on the picture opens unless a tap chooses a label. */
function Framed({ words, larger, isTapped, children }: FramedProps) {
  return (
    <figure className="relative grid content-start justify-items-center gap-2">
      <div className="relative w-full max-w-72 bg-white lg:max-w-md">{children}</div>
      <figcaption className="text-center text-ink-soft">
        {words}
        {larger && (
          <a
            href={larger}
            target="_blank"
            rel="noreferrer"
            className={`grid min-h-12 content-center ${isTapped ? 'after:absolute after:inset-0 after:cursor-zoom-in' : ''}`}
          >
            {t('item.enlarge')}
          </a>
        )}
      </figcaption>
    </figure>
  );
}
