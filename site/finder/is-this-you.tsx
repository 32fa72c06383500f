import { itemWhosePath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import type { PageContext } from '../document/page.ts';

type IsThisYouProps = Pick<PageContext, 't'> & {
  hash: string;
  secret: string;
};

/** Asks whether whoever scans the tag began that conversation. What is sent without an answer begins a new one. */
export function IsThisYou({ t, hash, secret }: IsThisYouProps) {
  return (
    <div className="alert alert-info">
      <form method="post" action={itemWhosePath(hash)} className="found-part">
        <input type="hidden" name="secret" value={secret} />
        <p>{t.rich('item.isThisYou')}</p>
        <p className="link-actions">
          <Button name="me" value="yes" variant="secondary">
            {t('item.isMe')}
          </Button>
          <Button name="me" value="no" variant="secondary">
            {t('item.isNotMe')}
          </Button>
        </p>
      </form>
    </div>
  );
}
