import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logOnly } from '../../../browser/log-only.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { previewPath, printPath, scanPath, staticPath } from '../../../paths/paths.ts';
import { LinkButton, TextLink } from '../../../ui/button.tsx';
import { firstStepsPlace } from '../../../ui/item-cards.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { onlineQuery } from '../../core/data/function-queries.ts';
import { notificationsQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { AddPushDevice } from '../../widgets/add-push-device.tsx';
import { ChangeButton, Failure, useChange } from '../../widgets/form.tsx';
import { Disclosure, LinkRow, rowList } from '../../widgets/rows.tsx';

/** What the live events tell of reads it anew: a scan of the item, or another step. */
const firstStepsQuery = (itemId: string) => onlineQuery(['scans', itemId, 'first-steps'], 'getFirstSteps', {});

/** What makes the first tag of a new account useful. It ticks itself, and goes for ever when all is done. */
export function FirstStepsList({ item: { id, hash } }: { item: Pick<ItemSummary, 'id' | 'hash'> }) {
  const query = firstStepsQuery(id);
  const changes = [query.queryKey];
  const steps = useQuery(query).data;
  const pushKey = useQuery(notificationsQuery).data?.pushKey;
  const attach = useChange(() => callFunction('noteFirstStep', { step: 'attached' }), { changes });
  const hide = useChange(() => callFunction('endFirstSteps', {}), { changes });
  const done = Object.values(steps ?? {}).filter(Boolean).length;
  const all = Object.keys(steps ?? {}).length;
  const isOver = all > 0 && done === all;
  useEffect(() => {
    if (isOver) callFunction('endFirstSteps', {}).catch(logOnly('The list stays until the next time'));
  }, [isOver]);
  // The list stands above the items, and pushes nothing down when it comes.
  if (steps === undefined) return <div className={firstStepsPlace} />;
  if (!steps) return null;
  return (
    <section aria-labelledby="first-steps" className={`${firstStepsPlace} grid max-w-2xl content-start gap-3`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="first-steps" className="text-[1.25rem]">
          {t('firstSteps.title')}
        </h2>
        <p role="status" className="text-ink-soft">
          {isOver ? t('firstSteps.over') : t('firstSteps.progress', { done: String(done), all: String(all) })}
        </p>
      </div>
      <ol className={rowList}>
        <LinkRow href={printPath(id)} title={t('itemPage.printTag')} isDone={steps.printed} />
        <Disclosure title={t('firstSteps.attach')} isDone={steps.attached}>
          <p>{t('firstSteps.attachText')}</p>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            {!steps.attached && <ChangeButton of={attach}>{t('firstSteps.attached')}</ChangeButton>}
            <TextLink href={staticPath('instructions')}>{t('firstSteps.howToAttach')}</TextLink>
          </div>
          <Failure error={attach.error} />
        </Disclosure>
        <Disclosure title={t('firstSteps.scan')} isDone={steps.scanned}>
          <p>{t('firstSteps.scanText')}</p>
          <p>{t('firstSteps.scanMessage')}</p>
          <details>
            <summary className="min-h-12 cursor-pointer content-center font-[650]">{t('firstSteps.onlyOne')}</summary>
            <div className="grid gap-3">
              <p>{t('firstSteps.onlyOneText')}</p>
              <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
                <LinkButton href={scanPath()} variant="secondary">
                  {t('scan.title')}
                </LinkButton>
                <TextLink href={previewPath(hash)}>{t('itemForm.preview')}</TextLink>
              </div>
            </div>
          </details>
        </Disclosure>
        <Disclosure title={t('firstSteps.told')} isDone={steps.told}>
          <p>{t('notifications.pushText')}</p>
          {pushKey && !steps.told && <AddPushDevice pushKey={pushKey} changes={query.queryKey} />}
        </Disclosure>
      </ol>
      <div>
        <ChangeButton of={hide}>{t('firstSteps.hide')}</ChangeButton>
        <Failure error={hide.error} />
      </div>
    </section>
  );
}
