import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { recordAction } from '../audit/record-action.ts';
import type { SettledKind } from '../moderation/contract/limits.ts';
import { markSettled } from '../moderation/settle.ts';

/** An administrator is done with what somebody told. Repeating it changes nothing. */
export function settle(admin: CurrentUser, { kind, id }: { kind: SettledKind; id: string }, { events }: Services) {
  return events.transaction(async (trx, publish) => {
    const marked = await markSettled(trx, publish, admin, { kind, id, decision: 'done' });
    if (marked.state === 'settled-before') return marked;
    if (marked.state === 'marked')
      await recordAction(trx, { by: admin, act: 'settle', kind, id, changes: { state: ['open', 'done'] } });
    return marked.state === 'none' ? 'nothing-to-settle' : 'done';
  });
}
