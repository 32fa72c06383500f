import { type ReactNode, useState } from 'react';
import { placesOn } from '../../../domain/print/contract/sheets.ts';
import type { FunctionInput } from '../../../functions/list.ts';
import { printPreviewPath } from '../../../paths/paths.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useNoNetwork } from '../../core/offline/network.ts';
import { SheetPicture, type SheetPictureProps } from './sheets.tsx';

/** They stand in the address of the picture. */
const mostItems = 250;

type PreviewProps = SheetPictureProps & { order: FunctionInput<'previewTags'> };

/** The first page as it will be printed, on its sheet, which is shown alone where no picture comes. */
export function Preview({ order, ...plain }: PreviewProps) {
  const t = useTranslations();
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
  const t = useTranslations();
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
    <Framed words={t('print.preview')}>
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

function Framed({ words, children }: { words: string; children: ReactNode }) {
  return (
    <figure className="grid content-start justify-items-center gap-2">
      <div className="relative w-full max-w-72 bg-white lg:max-w-md">{children}</div>
      <figcaption className="text-ink-soft">{words}</figcaption>
    </figure>
  );
}
