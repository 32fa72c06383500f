import { repliesTokenPrefix, reviewsTokenPrefix } from '../../domain/mails/contract/unsubscribe.ts';
import { Refusal } from '../../functions/define.ts';
import type { Translations } from '../../language/create-translations.ts';
import { profilePath, signInPath, unsubscribePath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { showPage } from '../document/show-page.tsx';
import { refusalPage, systemPage, unknownConversation } from '../document/system.tsx';
import { callFor, type SiteContext } from '../http/visitor.ts';

/** Who is told no more: the finder of a thing, the buyer who is asked for a review, or an account. */
const kindOf = (token: string) =>
  token.startsWith(repliesTokenPrefix) ? 'finder' : token.startsWith(reviewsTokenPrefix) ? 'buyer' : 'account';

/** GET /unsubscribe?token=…, the link in a mail: asks. Programs that look at links change nothing. */
export function askUnsubscribe(c: SiteContext) {
  const token = c.req.query('token') ?? '';
  const kind = kindOf(token);
  return showPage(c, ({ t }) => askPage(t, token, kind), kind === 'finder' ? 'finder' : 'rest');
}

function askPage(t: Translations, token: string, kind: ReturnType<typeof kindOf>) {
  const { title, text, button } = {
    finder: { title: t('mailReply.unsubscribe'), text: '', button: t('replies.mailEnd') },
    buyer: {
      title: t('unsubscribePage.reviewTitle'),
      text: t('unsubscribePage.reviewText'),
      button: t('unsubscribePage.button'),
    },
    account: {
      title: t('unsubscribePage.title'),
      text: t('unsubscribePage.text'),
      button: t('unsubscribePage.button'),
    },
  }[kind];
  const children = (
    <form method="post" action={unsubscribePath(token)}>
      <Button>{button}</Button>
    </form>
  );
  return systemPage(t, { title, text, action: null, children });
}

/** POST /unsubscribe?token=…, of that page’s button, or of a mail program (RFC 8058): the address of the request says it all. */
export async function confirmUnsubscribe(c: SiteContext): Promise<Response> {
  const token = c.req.query('token') ?? '';
  const result = await callFor(c, 'unsubscribe', { token });
  const kind = kindOf(token);
  if (kind === 'finder')
    return showPage(c, ({ t }) =>
      result instanceof Refusal ? unknownConversation({ t }) : systemPage(t, { title: t('privateLink.ended') }),
    );
  return showPage(
    c,
    ({ t }) => {
      const action = { label: t('unsubscribePage.change'), href: signInPath({ next: profilePath('notifications') }) };
      if (result instanceof Refusal) {
        const page = { title: t('unsubscribePage.unknown'), text: t('unsubscribePage.unknownText'), action };
        return refusalPage(t, result, page);
      }
      if (kind === 'buyer') return systemPage(t, { title: t('unsubscribePage.reviewDone') });
      return systemPage(t, { title: t('unsubscribePage.done'), text: t('unsubscribePage.doneText'), action });
    },
    'rest',
  );
}
