import { editItemPath, staticPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { mail } from '../mails/mail.ts';
import { isolated } from '../mails/mail-language.ts';
import { toAccount } from '../mails/recipients.ts';
import { inGroups } from '../texts/contract/typed-codes.ts';
import type { TagAction } from './contract/tag-actions.ts';

type Tagged = { item: { id: string; ownerId: string; name: string }; code: string };
/** `leadsOn`: the page of the old tag still shows the item. */
type Change = { act: TagAction } | { act: 'replace'; newCode: string; leadsOn: boolean };

/** Tells the owner what was done with their tag. It cannot be turned off. */
export const mailTagChange = mail('tag-stopped', toOwnerOfTag, ({ says, t, product, site }, about: Tagged & Change) => {
  const { item, act } = about;
  const named = { product, item: isolated(item.name, t), code: printed(about.code) };
  return says('mailTagDisabled', {
    subject: t(`mailTagDisabled.subject-${act}`, named),
    paragraphs:
      about.act === 'replace'
        ? [
            t('mailTagDisabled.text-replace', { ...named, newCode: printed(about.newCode) }),
            t(about.leadsOn ? 'mailTagDisabled.oldLeadsOn' : 'mailTagDisabled.oldIsRetired'),
          ]
        : [t(`mailTagDisabled.text-${about.act}`, named)],
    link: editItemPath(item.id),
    footnote: t('mailTagDisabled.footnote', { site, link: site + staticPath('contact') }),
  });
});

function toOwnerOfTag(trx: Executor, { item }: Tagged, services: Services) {
  return toAccount(trx, { account: { uid: item.ownerId } }, services);
}

const printed = (code: string) => inGroups(code).toUpperCase();
