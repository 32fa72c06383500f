import { editItemPath, itemsPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { isolated, translationsForAccount, withoutLinks } from './mail-language.ts';
import { readAccount } from './recipients.ts';
import { sendMail } from './send-mail.ts';

/** Notifications like those of new passwords: without limits, because each needs an item of one's own. */

/** Tells who handed an item over that it is somebody else's now. */
export async function mailHandedOver(trx: Executor, uid: string, item: string, services: Services): Promise<void> {
  await tell(trx, uid, { words: 'mailHandedOver', item, path: itemsPath() }, services);
}

/** Tells who took an item over that it is theirs now. */
export async function mailTakenOver(
  trx: Executor,
  uid: string,
  item: { id: string; name: string },
  services: Services,
): Promise<void> {
  await tell(
    trx,
    uid,
    { words: 'mailTakenOver', item: withoutLinks(item.name), path: editItemPath(item.id) },
    services,
  );
}

async function tell(
  trx: Executor,
  uid: string,
  { words, item, path }: { words: 'mailHandedOver' | 'mailTakenOver'; item: string; path: string },
  services: Services,
): Promise<void> {
  const account = await readAccount(trx, uid);
  const { t, product, publicUrl } = await translationsForAccount(trx, uid, services);
  const mail = {
    subject: t(`${words}.subject`, { product }),
    paragraphs: [t(`${words}.text`, { item: isolated(item, t) })],
    action: { label: t(`${words}.action`), url: publicUrl + path },
    footnote: t(`${words}.footnote`),
  };
  await sendMail(
    trx,
    { ...account, purpose: words === 'mailHandedOver' ? 'handed-over' : 'taken-over' },
    mail,
    t,
    services,
  );
}
