import { editItemPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, Button, TextLink } from '../../../ui/button.tsx';
import { t } from '../../core/document/app-translations.ts';
import { type Entry, type EntryOf, fieldsOf, isKnown, isOf, itemCalls } from '../../core/outbox/entry.ts';
import { whyRefused } from '../../core/outbox/refusals.ts';
import { restoreAndSend, sendAgain } from '../../core/outbox/send.ts';
import { dropEntry } from '../../core/outbox/store.ts';
import { RefusedActions } from '../../widgets/refused-actions.tsx';
import { ComparedChanges } from './compared-changes.tsx';

export function RefusedChanges({ entries }: { entries: Entry[] }) {
  return (
    <div className="mb-6 grid gap-3">
      {entries.map((entry) =>
        entry.call === 'deleteItem' && entry.refusal === 'aborted' ? (
          <NotDeleted key={entry.key} entry={entry} />
        ) : (
          <Refused key={entry.key} entry={entry} />
        ),
      )}
    </div>
  );
}

function Refused({ entry }: { entry: Entry }) {
  const isChange = isOf(itemCalls, entry);
  const isGone = isChange && entry.refusal === 'not-found';
  const isConflict = isChange && entry.refusal === 'aborted';
  const isLater = !isKnown(entry);
  const again = isGone ? t('changedElsewhere.restore') : t('items.saveAgain');
  return (
    <Alert tone="error" title={t('items.notSaved', { item: entry.name ?? '' })}>
      <p className="mb-3">{isGone ? t('changedElsewhere.gone') : whyRefused(entry)}</p>
      {!isLater && <ComparedChanges mine={fieldsOf(entry)} theirs={entry.now} />}
      {isLater && (
        <p dir="auto" className="mb-3 wrap-anywhere whitespace-pre-wrap">
          {textsIn(entry.input).join('\n')}
        </p>
      )}
      {isConflict && <p className="mb-3">{t('changedElsewhere.howToGoOn', { again })}</p>}
      <RefusedActions
        entry={entry}
        again={again}
        onAgain={() => (isGone ? restoreAndSend(entry) : sendAgain(entry, decided(entry)))}
      />
    </Alert>
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** The server compares the next attempt with what the author saw when deciding. */
function decided(entry: Entry): Partial<Entry> {
  const { call, input, now } = entry;
  if (!now) return {};
  const { from: _, ...said } = input as EntryOf<'updateLoss'>['input'];
  // Here the item is not missing any more.
  if (call === 'updateLoss' && 'state' in now)
    return { call: said.reference ? 'markItemStolen' : 'markItemLost', input: said } as Partial<Entry>;
  const known = call === 'updateItem' || call === 'updateLoss' ? { from: now } : now;
  return { input: { ...said, ...known } } as Partial<Entry>;
}

function NotDeleted({ entry }: { entry: EntryOf<'deleteItem'> }) {
  return (
    <Alert tone="error" title={t('changedElsewhere.notDeleted', { item: entry.name ?? '' })}>
      <p className="mb-3">
        {whyRefused(entry)} {t('changedElsewhere.stillThere')}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <TextLink href={editItemPath(entry.about)}>{t('changedElsewhere.look')}</TextLink>
        <ActionButton onClick={() => dropEntry(entry)}>{t('changedElsewhere.keep')}</ActionButton>
        <Button type="button" variant="danger" onClick={() => sendAgain(entry, decided(entry))}>
          {t('changedElsewhere.deleteAgain')}
        </Button>
      </div>
    </Alert>
  );
}
