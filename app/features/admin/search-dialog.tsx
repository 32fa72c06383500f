import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { maxTableSearch } from '../../../domain/lists/contract/page-size.ts';
import { formatMoney } from '../../../domain/shop/contract/money.ts';
import { textIn } from '../../../domain/shop/contract/product-kinds.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import * as paths from '../../../paths/paths.ts';
import { ActionButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { t } from '../../core/document/app-translations.ts';
import { Failure } from '../../widgets/form.tsx';
import { useTypedSearch } from '../../widgets/search-params.ts';
import { printed } from './admin-page.tsx';
import { searchQuery } from './queries.ts';

export function SearchDialog({ onClose }: { onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const [{ search }, ask] = useState({ search: '' });
  const [typed, setTyped] = useTypedSearch(search, ask);
  const { data, error, isPlaceholderData } = useQuery({ ...searchQuery(search), enabled: search !== '' });
  const kinds = search && data ? kindsOf(data) : [];
  const count = kinds.reduce((sum, { hits }) => sum + hits.length, 0);
  const isOver = search === typed.trim() && (error !== null || (data !== undefined && !isPlaceholderData));
  const [opensFirst, setOpensFirst] = useState(false);
  useEffect(() => {
    if (!opensFirst || !isOver) return;
    setOpensFirst(false);
    dialog.current?.querySelector<HTMLElement>('li a')?.click();
  }, [opensFirst, isOver]);
  const status = () => {
    if (!typed.trim()) return t('adminSearch.hint');
    if (!isOver) return t('adminSearch.searching');
    if (error) return '';
    if (kinds.some(({ hits }) => hits.length >= few)) return t('adminSearch.first', { count });
    return count ? t('adminSearch.found', { count }) : t('table.nothingFound');
  };
  return (
    <dialog
      ref={dialog}
      aria-label={t('adminSearch.title')}
      onClose={onClose}
      className="mx-auto my-4 w-[min(100%-min(2rem,5vw),40rem)] rounded-card border-2 border-line bg-card p-[min(1rem,4vw)] text-ink backdrop:bg-[#17202e99] sm:mt-[10vh] sm:p-6"
    >
      <search className="grid gap-4" onKeyDown={(event) => moveByKey(event, () => setOpensFirst(typed.trim() !== ''))}>
        <div className="flex items-center gap-3">
          <input
            className="field-input min-w-0 grow"
            aria-label={t('adminSearch.title')}
            aria-describedby="everything-status"
            placeholder={t('table.search')}
            dir="auto"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={maxTableSearch}
            value={typed}
            onChange={({ target }) => {
              setOpensFirst(false);
              setTyped(target.value);
            }}
          />
          <ActionButton aria-label={t('adminSearch.close')} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </ActionButton>
        </div>
        <Failure error={error} />
        <p role="status" id="everything-status" className="text-ink-soft">
          {status()}
        </p>
        {kinds.map(({ title, list, hits }) => (
          <section key={title} aria-label={title}>
            <h3 className="flex flex-wrap justify-between gap-x-4 text-base">
              {title}
              {list && hits.length >= few && <a href={paths.searchedPath(list, search)}>{t('adminSearch.all')}</a>}
            </h3>
            <ul>
              {hits.map(({ href, name, detail }) => (
                <li key={href} className="border-t border-line">
                  <a
                    href={href}
                    className="flex min-h-12 flex-wrap items-center gap-x-3 py-2 wrap-anywhere no-underline"
                  >
                    <bdi className="font-[650]">{name}</bdi>
                    <span className="text-ink-soft">{detail}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </search>
    </dialog>
  );
}

/** As many as the function answers of each kind. */
const few = 4;

type Hit = { href: string; name: string; detail: string };
type Kind = { title: string; list?: string; hits: Hit[] };

function kindsOf(found: FunctionOutput<'searchAdministration'>): Kind[] {
  const money = (minor: number, currency: string) => formatMoney({ minor, currency }, t.language);
  const hit = (href: string, name: string, ...details: string[]): Hit => ({ href, name, detail: details.join(' · ') });
  const orders = found.orders.map(({ id, number, name, company, state, totalMinor, currency }) => {
    const title = t('orderAdmin.order', { number: String(number) });
    const buyer = [name, company].filter(Boolean).join(', ');
    return hit(paths.adminOrdersPath(id), title, buyer, t('orderAdmin.state', { state }), money(totalMinor, currency));
  });
  const people = found.people.map(({ id, displayName, email }) =>
    hit(paths.adminPeoplePath(id), displayName || email, displayName && email),
  );
  const items = found.items.map(({ id, name, owner, state }) =>
    hit(paths.adminItemsPath(id), name, owner.email, t(`itemAdmin.state-${state}`)),
  );
  const tags = found.tags.map((tag) => hit(paths.adminTagsPath({ tag }), printed(tag)));
  const products = found.products.map(({ id, names, priceMinor, currency }) =>
    hit(paths.adminProductsPath({ product: id }), textIn(names, t.language), money(priceMinor, currency)),
  );
  const kinds: Kind[] = [
    { title: t('metadata.adminOrdersTitle'), list: 'orders', hits: orders },
    { title: t('metadata.adminPeopleTitle'), list: 'people', hits: people },
    { title: t('metadata.adminItemsTitle'), list: 'items', hits: items },
    { title: t('metadata.adminTagsTitle'), hits: tags },
    { title: t('metadata.adminProductsTitle'), list: 'products', hits: products },
  ];
  return kinds.filter(({ hits }) => hits.length > 0);
}

/** The arrow keys go from the field through what was found; Enter in the field opens the first. */
function moveByKey(event: KeyboardEvent<HTMLElement>, openFirst: () => void): void {
  const { key, target, currentTarget } = event;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('input, li a')];
  const at = stops.indexOf(target as HTMLElement);
  if (at < 0) return;
  if (key === 'Enter' && at === 0) openFirst();
  const to = stops[at + ({ ArrowDown: 1, ArrowUp: -1 }[key] ?? 0)];
  if (!to || to === target) return;
  event.preventDefault();
  to.focus();
}
