import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SeenItem } from '../../domain/items/contract/seen-item.ts';
import { toldLossOf } from '../../domain/items/contract/told-loss.ts';
import { editItemPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { isNotFound } from '../data/function-error.ts';
import { itemQuery, itemStatesQuery } from '../data/queries.ts';
import { RefusedActions } from '../offline/refused.tsx';
import { seenOf } from '../offline/seen-item.ts';
import { whyRefused } from '../offline/why-refused.ts';
import type { UnsentChange, UnsentPicture, UnsentReceipt } from '../unsent/kinds.ts';
import { sendAgain } from '../unsent/send-unsent.ts';
import { dropUnsent } from '../unsent/unsent-store.ts';
import { ComparedChanges } from './compared-changes.tsx';

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
        again={isGone ? t('changedElsewhere.restore') : undefined}
        onAgain={() => sendAgain(client, change, isGone ? { deleted: false } : {})}
      />
    </Notice>
  );
}

/** What was seen when somebody decides is what is compared the next time. */
function Overtaken({ change }: { change: UnsentChange }) {
  const t = useWords();
  const client = useQueryClient();
  const now = useSeenNow(change);
  const again = t('items.saveAgain');
  return (
    <Notice tone="error" title={t('items.notSaved', { item: change.name })}>
      <p className="mb-3">{whyRefused(change)}</p>
      <ComparedChanges change={change} />
      <p className="mb-3">{t('changedElsewhere.howToGoOn', { again })}</p>
      <NotRead now={now} />
      <RefusedActions
        unsent={change}
        again={again}
        isReady={now.isReady}
        onAgain={() => sendAgain(client, change, { seen: now.seen })}
      />
    </Notice>
  );
}

function NotDeleted({ change }: { change: UnsentChange }) {
  const t = useWords();
  const client = useQueryClient();
  const now = useSeenNow(change);
  return (
    <Notice tone="error" title={t('changedElsewhere.notDeleted', { item: change.name })}>
      <p className="mb-3">
        {whyRefused(change)} {t('changedElsewhere.stillThere')}
      </p>
      <NotRead now={now} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <a href={editItemPath(change.itemId)} className="inline-flex min-h-12 items-center">
          {t('changedElsewhere.look')}
        </a>
        <Button type="button" variant="secondary" onClick={() => dropUnsent(client, change)}>
          {t('changedElsewhere.keep')}
        </Button>
        <Button
          type="button"
          variant="danger"
          disabled={!now.isReady}
          onClick={() => sendAgain(client, change, { seen: now.seen })}
        >
          {t('changedElsewhere.deleteAgain')}
        </Button>
      </div>
    </Notice>
  );
}

function NotRead({ now }: { now: SeenNow }) {
  const t = useWords();
  if (!now.isFailed) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <p>{t('itemForm.failed')}</p>
      <Button type="button" variant="secondary" onClick={now.readAgain}>
        {t('screen.tryAgain')}
      </Button>
    </div>
  );
}

type SeenNow = {
  seen: SeenItem | undefined;
  /** Whether all that is compared was read, or there is nothing any more. */
  isReady: boolean;
  isFailed: boolean;
  readAgain(): void;
};

/** With what is said of the loss, when it is compared. */
function useSeenNow({ itemId, change }: UnsentChange): SeenNow {
  const isLossCompared = change !== undefined;
  const item = useQuery({ ...itemQuery(itemId), retry: false });
  const states = useQuery({ ...itemStatesQuery(itemId), retry: false, enabled: isLossCompared });
  const isGone = isNotFound(item.error);
  const isRead = item.data !== undefined && (!isLossCompared || states.data !== undefined);
  const unread = [item, ...(isLossCompared ? [states] : [])].filter(({ data }) => data === undefined);
  return {
    seen: item.data && seenOf(item.data, states.data && toldLossOf(states.data.rows[0])),
    isReady: isGone || isRead,
    isFailed: !isGone && unread.some(({ isError, isFetching }) => isError && !isFetching),
    readAgain: () => {
      for (const { refetch } of unread) void refetch();
    },
  };
}
