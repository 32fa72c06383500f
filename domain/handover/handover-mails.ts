import { editItemPath, itemsPath } from '../../paths/paths.ts';
import { mail } from '../mails/mail.ts';
import { isolated, withoutLinks } from '../mails/mail-language.ts';
import { toAccount } from '../mails/recipients.ts';

/** Without limits, like mails about new passwords: each needs an item of one's own. */
export const handoverMails = {
  handedOver: mail('handed-over', toAccount, ({ says, t }, { item }: { item: string }) =>
    says('mailHandedOver', { item: isolated(item, t), link: itemsPath() }),
  ),
  takenOver: mail('taken-over', toAccount, ({ says, t }, { item }: { item: { id: string; name: string } }) =>
    says('mailTakenOver', { item: isolated(withoutLinks(item.name), t), link: editItemPath(item.id) }),
  ),
};
