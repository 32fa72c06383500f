import { type ReactNode, useState } from 'react';
import { countText } from '../../browser/count-badge.ts';
import { Icon } from '../../ui/icon.tsx';
import { t } from '../core/document/app-translations.ts';

export const rowList = 'overflow-clip rounded-card border-2 border-line bg-card';

type RowProps = { href: string; title: string; detail?: ReactNode; badge?: number; isDone?: boolean };

/** Leads to what there is of one kind. */
export function LinkRow({ href, title, detail, badge = 0, isDone = false }: RowProps) {
  return (
    <li className="border-line not-first:border-t">
      <a
        href={href}
        className="flex min-h-14 flex-wrap items-center gap-3 px-4 py-2 text-ink no-underline -outline-offset-2"
      >
        <Head title={title} detail={detail && <span className="line-clamp-1 break-all">{detail}</span>} />
        {badge > 0 && (
          <span className="flex-none">
            <span className="unread-badge">{countText(badge)}</span>
            <span className="sr-only"> {t('frame.unread')}</span>
          </span>
        )}
        {isDone && <Done />}
        <Icon name="next" className="size-5 flex-none text-ink-soft rtl:-scale-x-100" />
      </a>
    </li>
  );
}

function Head({ title, detail }: Pick<RowProps, 'title' | 'detail'>) {
  return (
    <span className="min-w-min flex-1">
      <span className="block font-[650] wrap-break-word">{title}</span>
      {detail && <span className="block text-[0.9375rem] text-ink-soft">{detail}</span>}
    </span>
  );
}

type DisclosureProps = { title: string; detail?: ReactNode; isDone?: boolean; children: ReactNode };

/** A row that opens in its place; what is in it is loaded then. */
export function Disclosure({ title, detail, isDone = false, children }: DisclosureProps) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <li className="border-line not-first:border-t">
      <details onToggle={() => setOpened(true)} className="group">
        <summary className="flex min-h-14 list-none flex-wrap items-center gap-3 px-4 py-2 -outline-offset-2 [&::-webkit-details-marker]:hidden">
          <Head title={title} detail={detail} />
          {isDone && <Done />}
          <Icon name="next" className="size-5 flex-none rotate-90 text-ink-soft group-open:-rotate-90" />
        </summary>
        <div className="grid gap-4 px-4 pb-4">{wasOpened && children}</div>
      </details>
    </li>
  );
}

function Done() {
  return (
    <span className="flex-none text-home">
      <Icon name="check" />
      <span className="sr-only">{t('itemPage.done')}</span>
    </span>
  );
}
