import { Refusal } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import type { Words } from '../../language/words.ts';
import { itemsPath, keepAccountPath, signInPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { DeletionNotice } from '../../ui/deletion-notice.tsx';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';

/** On the pages of the site, for somebody whose account will be deleted. */
export function KeepAccountForm({ deletedOn, t }: { deletedOn: string; t: Words }) {
  return (
    <div className="wrap py-3">
      <DeletionNotice deletedOn={deletedOn}>
        <form method="post" action={keepAccountPath()}>
          <Button>{t('keepAccount.keep')}</Button>
        </form>
      </DeletionNotice>
    </div>
  );
}

/** POST /auth/keep-account, of that form. */
export function keepAccount(site: Site) {
  return async (c: SiteContext): Promise<Response> => {
    const { caller } = await readVisitor(c, site);
    const kept = await call('keepAccount', caller, {}, site.installation);
    return c.redirect(kept instanceof Refusal ? signInPath({ next: itemsPath() }) : itemsPath(), 303);
  };
}
