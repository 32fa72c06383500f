import type { ReactNode } from 'react';
import { activatePath, newItemPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';

export function WaysToGetATag() {
  const t = useTranslations();
  return (
    <EmptyState title={t('firstTag.title')}>
      <p>{t('firstTag.text')}</p>
      <ol className="grid w-full gap-4 text-start">
        <Way name={t('firstTag.print')}>{t('firstTag.printText')}</Way>
        <Way name={t('firstTag.buy')}>{t('firstTag.buyText')}</Way>
        <Way name={t('firstTag.gift')}>{t('firstTag.giftText')}</Way>
      </ol>
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton href={newItemPath()}>{t('firstTag.printFirst')}</LinkButton>
        <LinkButton href={activatePath()} variant="secondary">
          {t('items.activate')}
        </LinkButton>
      </div>
    </EmptyState>
  );
}

function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <strong>{name}</strong>
      <p className="text-ink-soft">{children}</p>
    </li>
  );
}
