import { editItemPath, staticPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { type Letter, mail } from '../mails/mail.ts';
import { isolated } from '../mails/mail-language.ts';
import { toAccount } from '../mails/recipients.ts';
import { inGroups } from '../texts/contract/typed-codes.ts';
import type { TagAction } from './contract/administered-tag.ts';

type Tagged = { item: { id: string; ownerId: string; name: string }; code: string };

/** Mails to owners about their tags. They cannot be turned off. */
export const tagMails = {
  disabled: mail('tag-stopped', toOwnerOfTag, (letter, about: Tagged & { act: TagAction }) => {
    const named = inMail(letter, about);
    return aboutTag(letter, about, {
      subject: letter.t(`mailTagDisabled.subject-${about.act}`, named),
      paragraphs: [letter.t(`mailTagDisabled.text-${about.act}`, named)],
    });
  }),
  /** `leadsOn`: the page of the old tag still shows the item. */
  replaced: mail('tag-stopped', toOwnerOfTag, (letter, about: Tagged & { newCode: string; leadsOn: boolean }) => {
    const { t } = letter;
    const named = inMail(letter, about);
    return aboutTag(letter, about, {
      subject: t('mailTagDisabled.subject-replace', named),
      paragraphs: [
        t('mailTagDisabled.text-replace', { ...named, newCode: printed(about.newCode) }),
        t(about.leadsOn ? 'mailTagDisabled.oldLeadsOn' : 'mailTagDisabled.oldIsRetired'),
      ],
    });
  }),
};

function toOwnerOfTag(trx: Executor, { item }: Tagged, services: Services) {
  return toAccount(trx, { account: { uid: item.ownerId } }, services);
}

function inMail({ t, product }: Letter, { item, code }: Tagged) {
  return { product, item: isolated(item.name, t), code: printed(code) };
}

function aboutTag({ says, t, site }: Letter, { item }: Tagged, said: { subject: string; paragraphs: string[] }) {
  const footnote = t('mailTagDisabled.footnote', { link: site + staticPath('contact') });
  return says('mailTagDisabled', { ...said, link: editItemPath(item.id), footnote });
}

const printed = (code: string) => inGroups(code).toUpperCase();
