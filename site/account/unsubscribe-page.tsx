import { repliesTokenPrefix, reviewsTokenPrefix } from '../../domain/mails/contract/unsubscribe.ts';
import { Refusal } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import type { Translations } from '../../language/create-translations.ts';
import { profilePath, signInPath, unsubscribePath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { SystemScreen } from '../../ui/system-screen.tsx';
import { type PageResult, showPage } from '../document/show-page.tsx';
import { systemPage, unknownConversation } from '../document/system.tsx';
import { statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';

/** GET /unsubscribe?token=…, the link in a mail: asks. Programs that look at links change nothing. */
export function askUnsubscribe(site: Site) {
  return (c: SiteContext) => {
    const token = c.req.query('token') ?? '';
    const isFinders = token.startsWith(repliesTokenPrefix);
    if (token.startsWith(reviewsTokenPrefix)) return showPage(c, site, ({ t }) => askBuyer(t, token), 'rest');
    return showPage(c, site, ({ t }) => question(t, token, isFinders), isFinders ? 'finder' : 'rest');
  };
}

/** POST /unsubscribe?token=…, of that page’s button, or of a mail program (RFC 8058): the address of the request says it all. */
export function confirmUnsubscribe(site: Site) {
  return async (c: SiteContext): Promise<Response> => {
    const { caller } = await readVisitor(c, site);
    const token = c.req.query('token') ?? '';
    const result = await call('unsubscribe', caller, { token }, site.services);
    if (token.startsWith(repliesTokenPrefix))
      return showPage(c, site, ({ t }) =>
        result instanceof Refusal ? unknownConversation({ t }) : finderUnsubscribed(t),
      );
    const done = token.startsWith(reviewsTokenPrefix) ? buyerUnsubscribed : unsubscribed;
    return showPage(c, site, ({ t }) => (result instanceof Refusal ? refused(t, result) : done(t)), 'rest');
  };
}

function question(t: Translations, token: string, isFinders: boolean): PageResult {
  const title = t(isFinders ? 'mailReply.unsubscribe' : 'unsubscribePage.title');
  const text = isFinders ? '' : t('unsubscribePage.text');
  return formPage(t, token, { title, text, button: t(isFinders ? 'replies.mailEnd' : 'unsubscribePage.button') });
}

function askBuyer(t: Translations, token: string): PageResult {
  const [title, text] = [t('unsubscribePage.reviewTitle'), t('unsubscribePage.reviewText')];
  return formPage(t, token, { title, text, button: t('unsubscribePage.button') });
}

type Asked = { title: string; text: string; button: string };

function formPage(t: Translations, token: string, { title, text, button }: Asked): PageResult {
  return {
    ...systemPage(t, { status: 200, title, text }),
    body: (
      <SystemScreen title={title} text={text}>
        <form method="post" action={unsubscribePath(token)}>
          <Button>{button}</Button>
        </form>
      </SystemScreen>
    ),
  };
}

function finderUnsubscribed(t: Translations): PageResult {
  return systemPage(t, { status: 200, title: t('privateLink.ended'), text: '' });
}

function buyerUnsubscribed(t: Translations): PageResult {
  return systemPage(t, { status: 200, title: t('unsubscribePage.reviewDone'), text: '' });
}

function unsubscribed(t: Translations): PageResult {
  const action = { label: t('unsubscribePage.change'), href: signInPath({ next: profilePath() }) };
  return systemPage(t, { status: 200, title: t('unsubscribePage.done'), text: t('unsubscribePage.doneText'), action });
}

function refused(t: Translations, refusal: Refusal): PageResult {
  const action = { label: t('unsubscribePage.change'), href: signInPath({ next: profilePath() }) };
  const [title, text] = [t('unsubscribePage.unknown'), t('unsubscribePage.unknownText')];
  return systemPage(t, { status: statusOf(refusal), title, text, action });
}
