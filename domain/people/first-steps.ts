import { sql } from 'kysely';
import type { z } from 'zod';
import { hasChanged } from '../../server/db/statements.ts';
import type { Services } from '../../server/services.ts';
import type { Owner } from '../items/items.ts';
import type { FirstSteps, notedStep } from './contract/first-steps.ts';

/** Null once the list is over. A scan by whoever is not signed in proves a tag, and once it is printed, that it is where it can be scanned. */
export async function readFirstSteps({ uid }: Owner, { db }: Services): Promise<FirstSteps | null> {
  const { rows } = await sql<FirstSteps>`
    select printed, scanned, (scanned and printed) or tag_attached_at is not null as attached, told
    from users,
      lateral (select exists (select from items where owner_id = uid and deleted_at is null and printed_at is not null) as printed,
        own_tag_scanned_at is not null
          or exists (select from scans where owner_id = uid and kind = 'opened') as scanned,
        exists (select from push_subscriptions where push_subscriptions.uid = users.uid) as told) as done
    where uid = ${uid} and first_steps_ended_at is null`.execute(db);
  return rows[0] ?? null;
}

const noted = { attached: 'tagAttachedAt', scanned: 'ownTagScannedAt' } as const;

export async function noteFirstStep({ uid }: Owner, step: z.infer<typeof notedStep>, services: Services) {
  const isNew = await hasChanged(
    services.db
      .updateTable('users')
      .set({ [noted[step]]: new Date() })
      .where('uid', '=', uid)
      .where(noted[step], 'is', null)
      .where('firstStepsEndedAt', 'is', null),
  );
  if (isNew) services.events.publish({ kind: 'first-steps', uid });
}

/** For ever, on every device. */
export async function endFirstSteps({ uid }: Owner, { db }: Services): Promise<void> {
  const ended = { firstStepsEndedAt: new Date() };
  await db.updateTable('users').set(ended).where('uid', '=', uid).where('firstStepsEndedAt', 'is', null).execute();
}
