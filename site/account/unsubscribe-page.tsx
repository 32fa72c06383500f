import { Refusal } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import type { Words } from '../../language/words.ts';
import { profilePath, signInPath, unsubscribePath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { SystemScreen } from '../../ui/system-screen.tsx';
import { type PageResult, showPage } from '../document/show-page.tsx';
import { systemPage } from '../document/system.tsx';
import { statusOf } from '../http/refusal-status.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';

/** GET /unsubscribe?token=…, the link in a mail: asks. Programs that look at links change nothing. */
export function askUnsubscribe(site: Site) {
  return (c: SiteContext) =>
    showPage(c, site, ({ t, query }) => question(t, unsubscribePath(query.get('token') ?? '')), 'rest');
}

/** POST /unsubscribe?token=…, of that page’s button, or of a mail program (RFC 8058): the address of the request says it all. */
export function confirmUnsubscribe(site: Site) {
  return async (c: SiteContext): Promise<Response> => {
    const { caller } = await readVisitor(c, site);
    const result = await call('unsubscribe', caller, { token: c.req.query('token') }, site.installation);
    return showPage(c, site, ({ t }) => (result instanceof Refusal ? refused(t, result) : unsubscribed(t)), 'rest');
  };
}

function question(t: Words, action: string): PageResult {
  const [title, text] = [t('unsubscribePage.title'), t('unsubscribePage.text')];
  return {
    ...systemPage(t, { status: 200, title, text }),
    body: (
      <SystemScreen title={title} text={text}>
        <form method="post" action={action}>
          <Button>{t('unsubscribePage.button')}</Button>
        </form>
      </SystemScreen>
    ),
  };
}

function unsubscribed(t: Words): PageResult {
  const action = { label: t('unsubscribePage.change'), href: signInPath({ next: profilePath() }) };
  return systemPage(t, { status: 200, title: t('unsubscribePage.done'), text: t('unsubscribePage.doneText'), action });
}

function refused(t: Words, refusal: Refusal): PageResult {
  const action = { label: t('unsubscribePage.change'), href: signInPath({ next: profilePath() }) };
  const [title, text] = [t('unsubscribePage.unknown'), t('unsubscribePage.unknownText')];
  return systemPage(t, { status: statusOf(refusal), title, text, action });
}
