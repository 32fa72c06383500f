import { isMissing } from '../../domain/items/contract/item-state.ts';
import type { Words } from '../../language/words.ts';
import {
  editItemPath,
  finderViewPath,
  itemLostPath,
  itemReturnedPath,
  lossPath,
  previewPath,
  printPath,
  qrPath,
  staticPath,
} from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { ScannedItem } from './item.tsx';

/** Above what a finder sees: the code to print, and the owner's verbs. */
export function OwnerBar({ t, hash, item }: { t: Words; hash: string; item: ScannedItem }) {
  const missing = isMissing(item.state);
  return (
    <section className="owner-bar" aria-label={t('item.onlyYou')}>
      <p>{t.rich('item.yours')}</p>
      <img src={qrPath(hash, 'svg')} alt={t('item.qrCode')} width="160" height="160" />
      <p>
        {t('item.print')} <a href={staticPath('instructions')}>{t('item.howToMake')}</a>
      </p>
      <div className="owner-actions">
        <LinkButton href={printPath(item.id)}>{t('item.printSheet')}</LinkButton>
        <LinkButton href={qrPath(hash, 'svg')} variant="secondary" download={`tag-${item.id}.svg`}>
          {t('item.downloadSvg')}
        </LinkButton>
        <LinkButton href={qrPath(hash, 'png')} download={`tag-${item.id}.png`} variant="secondary">
          {t('item.downloadPng')}
        </LinkButton>
        <LinkButton href={editItemPath(item.id)} variant="secondary">
          {t('item.edit')}
        </LinkButton>
        <LinkButton href={previewPath(hash)} variant="secondary">
          {t('item.preview')}
        </LinkButton>
        <LinkButton href={lossPath(item.id)} variant="secondary">
          {t('item.toLoss')}
        </LinkButton>
        <form method="post" action={missing ? itemReturnedPath(hash) : itemLostPath(hash)}>
          <Button variant={missing ? 'primary' : 'danger'}>{missing ? t('item.returned') : t('item.markLost')}</Button>
        </form>
      </div>
    </section>
  );
}

/** Above the preview of what a finder sees. */
export function PreviewBar({ t, item }: { t: Words; item: ScannedItem }) {
  return (
    <p className="found-small">
      {t('item.isPreview')} <a href={finderViewPath(item.id)}>{t('item.endPreview')}</a>
    </p>
  );
}
