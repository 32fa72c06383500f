import type { Words } from '../../language/words.ts';
import { editItemPath, staticPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import type { TagAct } from '../items/contract/administered-tag.ts';
import { inGroups } from '../items/contract/tag-code.ts';
import { isolated, wordsForAccount } from './mail-language.ts';
import { readAccount } from './security-mails.ts';
import { sendMail } from './send-mail.ts';

type Item = { id: string; ownerId: string; name: string };

/** Tells the owner of an item what the operator did with one of its tags. */
export function mailTagStopped(
  trx: Executor,
  { code, act, item }: { code: string; act: TagAct; item: Item },
  installation: Installation,
): Promise<void> {
  return mailOwner(trx, item, installation, (t, named) => ({
    subject: t(`mailTagStopped.subject-${act}`, named),
    paragraphs: [t(`mailTagStopped.text-${act}`, { ...named, code: printed(code) })],
  }));
}

/** Tells the owner of an item which tag took the place of another. @param leadsOn whether the page of the old one still shows the item */
export function mailTagReplaced(
  trx: Executor,
  { code, newCode, leadsOn, item }: { code: string; newCode: string; leadsOn: boolean; item: Item },
  installation: Installation,
): Promise<void> {
  return mailOwner(trx, item, installation, (t, named) => ({
    subject: t('mailTagStopped.subject-replace', named),
    paragraphs: [
      t('mailTagStopped.text-replace', { ...named, code: printed(code), newCode: printed(newCode) }),
      t(leadsOn ? 'mailTagStopped.oldLeadsOn' : 'mailTagStopped.oldIsRetired'),
    ],
  }));
}

type Said = { subject: string; paragraphs: string[] };

async function mailOwner(
  trx: Executor,
  item: Item,
  installation: Installation,
  say: (t: Words, named: { product: string; item: string }) => Said,
): Promise<void> {
  const account = await readAccount(trx, item.ownerId);
  const { t, product, publicUrl } = await wordsForAccount(trx, item.ownerId, installation);
  const mail = {
    ...say(t, { product, item: isolated(item.name, t) }),
    action: { label: t('mailTagStopped.action'), url: publicUrl + editItemPath(item.id) },
    footnote: t('mailTagStopped.footnote', { link: publicUrl + staticPath('contact') }),
  };
  await sendMail(trx, { ...account, purpose: 'tag-stopped' }, mail, t, installation);
}

const printed = (code: string) => inGroups(code).toUpperCase();
