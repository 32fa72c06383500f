import { editItemPath, staticPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { TagAct } from '../items/contract/administered-tag.ts';
import { inGroups } from '../items/contract/tag-code.ts';
import { isolated, wordsForAccount } from './mail-language.ts';
import { readAccount } from './security-mails.ts';
import { sendMail } from './send-mail.ts';

type Stopped = { code: string; act: TagAct; item: { id: string; ownerId: string; name: string } };

/** Tells the owner of an item what the operator did with one of its tags. */
export async function mailTagStopped(
  trx: Executor,
  { code, act, item }: Stopped,
  installation: Installation,
): Promise<void> {
  const account = await readAccount(trx, item.ownerId);
  const { t, product, publicUrl } = await wordsForAccount(trx, item.ownerId, installation);
  const params = { product, item: isolated(item.name, t), code: inGroups(code).toUpperCase() };
  const mail = {
    subject: t(`mailTagStopped.subject-${act}`, { product }),
    paragraphs: [t(`mailTagStopped.text-${act}`, params)],
    action: { label: t('mailTagStopped.action'), url: publicUrl + editItemPath(item.id) },
    footnote: t('mailTagStopped.footnote', { link: publicUrl + staticPath('contact') }),
  };
  await sendMail(trx, { ...account, purpose: 'tag-stopped' }, mail, t);
}
