import { printPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, LinkButton } from '../../../ui/button.tsx';
import { CodeGroups } from '../../../ui/code-groups.tsx';
import { t } from '../../core/document/app-translations.ts';
import { isClaimRefused } from '../../core/outbox/refusals.ts';
import type { WaitingClaim } from '../../core/session/waiting.ts';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { ChangeButton, Failure } from '../../widgets/form.tsx';
import { usePutTag } from './put-tag.ts';

type PutOnKnownItemProps = {
  claim: WaitingClaim;
  item: { id: string; name: string };
  isUnchecked: boolean;
  onOther(why: Error | null): void;
};

/** The item is the one from whose page somebody came: one tap puts the tag on it. */
export function PutOnKnownItem({ claim, item, isUnchecked, onOther }: PutOnKnownItemProps) {
  const put = usePutTag({
    claim,
    onError: (error) => isClaimRefused(error, ['wrong-code']) && onOther(error),
  });
  return (
    <EntryCard title={t('activate.onItemTitle', { item: item.name })}>
      <p>
        <CodeGroups code={claim.code} />
      </p>
      {isUnchecked && <Alert>{t('activate.uncheckedOnItem')}</Alert>}
      <Failure error={put.error} title={t('activate.notActivated')} />
      <ChangeButton
        of={{ isPending: put.isPending || put.isSuccess, mutate: () => put.mutate(item) }}
        variant="primary"
      >
        {t('activate.putOn', { item: item.name })}
      </ChangeButton>
      <ActionButton onClick={() => onOther(null)}>{t('activate.other')}</ActionButton>
    </EntryCard>
  );
}

/** Stands beside the form for the codes of a tag that is there already. */
export function PrintAnother({ itemId }: { itemId: string }) {
  return (
    <div className="grid gap-3 border-t-2 border-dashed border-line pt-4">
      <p>{t('activate.printText')}</p>
      <LinkButton href={printPath(itemId)} variant="secondary">
        {t('activate.print')}
      </LinkButton>
    </div>
  );
}
