import { Refusal } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import type { Translations } from '../../language/create-translations.ts';
import { itemsPath, keepAccountPath, signInPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { DeletionAlert } from '../../ui/deletion-alert.tsx';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';

type KeepAccountFormProps = { deletedOn: string; t: Translations; className: string };

export function KeepAccountForm({ deletedOn, t, className }: KeepAccountFormProps) {
  return (
    <div className={className}>
      <DeletionAlert deletedOn={deletedOn}>
        <form method="post" action={keepAccountPath()}>
          <Button>{t('keepAccount.keep')}</Button>
        </form>
      </DeletionAlert>
    </div>
  );
}

export function handleKeepAccount(site: Site) {
  return async (c: SiteContext): Promise<Response> => {
    const { caller } = await readVisitor(c, site);
    const kept = await call('keepAccount', caller, {}, site.services);
    return c.redirect(kept instanceof Refusal ? signInPath({ next: itemsPath() }) : itemsPath(), 303);
  };
}
