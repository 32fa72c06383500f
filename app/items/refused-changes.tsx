import { useQuery, useQueryClient } from '@tanstack/react-query';
import { editItemPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { itemQuery } from '../data/queries.ts';
import { RefusedActions } from '../offline/refused.tsx';
import {
  dropUnsent,
  sendAgain,
  type UnsentChange,
  type UnsentPicture,
  type UnsentReceipt,
} from '../offline/unsent-changes.ts';
import { whyRefused } from '../offline/why-refused.ts';
import { ComparedChanges } from './compared-changes.tsx';
import { seenOf } from './unsaved.ts';

export function RefusedChanges({ changes }: { changes: (UnsentChange | UnsentPicture | UnsentReceipt)[] }) {
  return (
    <div className="mb-6 grid gap-3">
      {changes.map((change) => {
        if (change.kind === 'change' && change.refusal === 'aborted')
          return change.deleted ? (
            <NotDeleted key={change.key} change={change} />
          ) : (
            <Overtaken key={change.key} change={change} />
          );
        return <Refused key={change.key} change={change} />;
      })}
    </div>
  );
}

function Refused({ change }: { change: UnsentChange | UnsentPicture | UnsentReceipt }) {
  const t = useWords();
  const client = useQueryClient();
  const isGone = change.kind === 'change' && change.refusal === 'not-found';
  return (
    <Notice tone="error" title={t('items.notSaved', { item: change.name })}>
      <p className="mb-3">{isGone ? t('changedElsewhere.gone') : whyRefused(change)}</p>
      {change.kind === 'change' && <ComparedChanges change={change} />}
      <RefusedActions
        unsent={change}
        again={isGone ? t('changedElsewhere.restore') : t('items.saveAgain')}
        onAgain={() => sendAgain(client, change, isGone ? { deleted: false } : {})}
        question={t('items.discardQuestion')}
        explanation={t('items.discardText')}
      />
    </Notice>
  );
}

/** What was seen when somebody decides is what is compared the next time. */
function Overtaken({ change }: { change: UnsentChange }) {
  const t = useWords();
  const client = useQueryClient();
  const { data: now } = useQuery({ ...itemQuery(change.itemId), retry: false });
  const again = t('items.saveAgain');
  return (
    <Notice tone="error" title={t('items.notSaved', { item: change.name })}>
      <p className="mb-3">{whyRefused(change)}</p>
      <ComparedChanges change={change} />
      <p className="mb-3">{t('changedElsewhere.howToGoOn', { again })}</p>
      <RefusedActions
        unsent={change}
        again={again}
        onAgain={() => sendAgain(client, change, { seen: now && seenOf(now) })}
        question={t('items.discardQuestion')}
        explanation={t('items.discardText')}
      />
    </Notice>
  );
}

function NotDeleted({ change }: { change: UnsentChange }) {
  const t = useWords();
  const client = useQueryClient();
  const { data: now } = useQuery({ ...itemQuery(change.itemId), retry: false });
  return (
    <Notice tone="error" title={t('changedElsewhere.notDeleted', { item: change.name })}>
      <p className="mb-3">
        {whyRefused(change)} {t('changedElsewhere.stillThere')}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <a href={editItemPath(change.itemId)} className="inline-flex min-h-12 items-center">
          {t('changedElsewhere.look')}
        </a>
        <Button type="button" variant="secondary" onClick={() => dropUnsent(client, change)}>
          {t('changedElsewhere.keep')}
        </Button>
        <Button type="button" variant="danger" onClick={() => sendAgain(client, change, { seen: now && seenOf(now) })}>
          {t('changedElsewhere.deleteAgain')}
        </Button>
      </div>
    </Notice>
  );
}
