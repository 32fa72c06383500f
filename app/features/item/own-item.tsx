import { isMissing, stateOf } from '../../../domain/items/contract/item-state.ts';
import { printPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ItemHead, itemColumns } from '../../../ui/item-head.tsx';
import { stateInWords } from '../../../ui/item-state-words.ts';
import { callFunction, isNotFound } from '../../core/data/call-function.ts';
import { useIsClosed } from '../../core/data/maintenance.ts';
import { itemStatesQuery, showChangedItem } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { useNoNetwork } from '../../core/offline/network.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { ChangeButton, Failure, useChange } from '../../widgets/form.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { usePageTitle } from '../../widgets/page-heading.tsx';
import { TagFromServer } from '../../widgets/tag-from-server.tsx';
import { DisabledTagsAlert } from '../items/disabled-tags.tsx';
import { type ItemPartProps, isWaiting, useItemEntries, withEntries } from '../items/item-entries.ts';
import { useItem, WaitingAlert } from '../items/item-page.tsx';
import { useArchiveSwitch, useLostSwitch } from '../items/lost-switch.tsx';
import { ItemMessages } from './item-messages.tsx';
import { ItemRows, LostSteps } from './item-rows.tsx';

const ThankFinder = late(async () => (await import('./thank-finder.tsx')).ThankFinder);

export function OwnItem({ id, hash }: { id: string; hash: string }) {
  const item = useItem(id);
  const { byItem } = useItemEntries();
  if (isNotFound(item.error)) return <TagFromServer hash={hash} />;
  return (
    <Loaded query={item} failure={t('itemForm.failed')}>
      {(data) => <Shown item={data} entries={byItem.get(id) ?? []} />}
    </Loaded>
  );
}

function Shown({ item, entries }: ItemPartProps) {
  const noNetwork = useNoNetwork();
  const isClosed = useIsClosed(useAuth().isAdmin);
  const shown = withEntries(item, entries);
  const state = stateOf(shown);
  usePageTitle(shown.name);
  return (
    <div className={itemColumns}>
      <div className="grid content-start gap-4">
        <ItemHead item={shown} state={stateInWords(shown, t)} />
        <WaitingAlert entries={entries} />
        {!noNetwork && !isClosed && <DisabledTagsAlert itemId={item.id} />}
        {shown.archivedAt ? <UseAgain item={item} entries={entries} /> : <PrimaryAct item={item} entries={entries} />}
      </div>
      {!isClosed && (
        <div className="grid content-start gap-6">
          <ItemMessages itemId={item.id} />
          {isMissing(state) && <LostSteps item={shown} isWaiting={entries.some(isWaiting)} />}
          {!noNetwork && state === 'returned' && <UndoReturned itemId={item.id} />}
          {!noNetwork && state === 'returned' && <ThankFinder item={shown} />}
          <ItemRows item={shown} />
        </div>
      )}
    </div>
  );
}

/** The loss is then as it was, with all that was said of it. */
function UndoReturned({ itemId }: { itemId: string }) {
  const undo = useChange(() => callFunction('undoItemReturned', { id: itemId }), {
    changes: [itemStatesQuery(itemId).queryKey],
    onSuccess: (item) => showChangedItem(item),
  });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft">{t('itemPage.undoText')}</p>
        <ChangeButton of={undo} variant="secondary">
          {t('items.undo')}
        </ChangeButton>
      </div>
      <Failure error={undo.error} />
    </div>
  );
}

function UseAgain(about: ItemPartProps) {
  const change = useArchiveSwitch(about);
  return (
    <div className="grid gap-3">
      <p className="text-ink-soft">{t('itemForm.isArchived')}</p>
      <ChangeButton of={change} variant="primary">
        {t('itemForm.unarchive')}
      </ChangeButton>
      <Failure error={change.error} />
    </div>
  );
}

/** What fits the state: a tag that was never printed is of no use, and what is lost comes back. */
function PrimaryAct({ item, entries }: ItemPartProps) {
  const { lost, action, change } = useLostSwitch(item, entries);
  const isPrintFirst = !lost && !item.printed;
  return (
    <div className="grid gap-3">
      {isPrintFirst && <LinkButton href={printPath(item.id)}>{t('itemPage.printTag')}</LinkButton>}
      <ChangeButton of={change} variant={isPrintFirst ? 'secondary' : lost ? 'primary' : 'danger'}>
        {action}
      </ChangeButton>
      <Failure error={change.error} />
    </div>
  );
}
