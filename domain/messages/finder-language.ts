import type { Executor } from '../../server/db/tables.ts';
import type { OpenedConversation } from './finder-secret.ts';

/** Mails and notifications are in the language in which the finder did something last: they may have switched since they scanned the tag. */
export async function rememberLanguage(
  trx: Executor,
  { id, finderLanguage }: OpenedConversation,
  language: string | undefined,
): Promise<void> {
  if (language === undefined || language === finderLanguage) return;
  await trx.updateTable('conversations').set({ finderLanguage: language }).where('id', '=', id).execute();
}
