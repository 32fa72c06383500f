import { isMissing } from '../../domain/items/contract/item-state.ts';
import type { Translations } from '../../language/create-translations.ts';
import {
  editItemPath,
  finderViewPath,
  inboxPath,
  itemPath,
  lossPath,
  previewPath,
  printPath,
  qrPath,
  sharedItemPath,
  staticPath,
} from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { ScannedItem } from './item.tsx';

type BarProps = { t: Translations; hash: string; item: ScannedItem };

export function OwnerBar({ t, hash, item }: BarProps) {
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
        <LostSwitch {...{ t, hash, item }} returned={t('item.returned')} />
      </div>
    </section>
  );
}

export function MemberBar({ t, hash, item, sharedBy }: BarProps & { sharedBy: string }) {
  return (
    <section className="owner-bar" aria-label={t('item.onlyYou')}>
      <p>{t.rich('item.shared', { owner: sharedBy })}</p>
      <div className="owner-actions">
        <LinkButton href={sharedItemPath(item.id)}>{t('item.toShared')}</LinkButton>
        <LinkButton href={inboxPath()} variant="secondary">
          {t('frame.messages')}
        </LinkButton>
        <LostSwitch {...{ t, hash, item }} returned={t('item.isBackAgain')} />
      </div>
    </section>
  );
}

type LostSwitchProps = BarProps & { returned: string };

function LostSwitch({ t, hash, item, returned }: LostSwitchProps) {
  const missing = isMissing(item.state);
  return (
    <form method="post" action={missing ? itemPath(hash, 'returned') : itemPath(hash, 'lost')}>
      <Button variant={missing ? 'primary' : 'danger'}>{missing ? returned : t('item.markLost')}</Button>
    </form>
  );
}

export function PreviewBar({ t, item }: Omit<BarProps, 'hash'>) {
  return (
    <p className="found-small">
      {t('item.isPreview')} <a href={finderViewPath(item.id)}>{t('item.endPreview')}</a>
    </p>
  );
}
