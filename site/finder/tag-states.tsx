import { fromItemHash } from '../../domain/items/contract/item-hash.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import { activatePath, conversationPath, homePath, itemPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { dayInWords } from '../../ui/dates.ts';
import { LinkLine } from '../document/link-line.tsx';
import type { PageContext } from '../document/page.ts';
import type { PageResult } from '../document/show-page.tsx';
import { systemPage, writeToUs } from '../document/system.tsx';

type Tag = FunctionOutput<'readTag'>;

/** What its owner reads at a tag that finders cannot use; undefined for others, and for a tag in use. */
export function ownTagPage({ t }: PageContext, tag: Tag, hash: string): PageResult | undefined {
  if (tag.state === 'retired' && tag.deleted) {
    const text = t('tag.ownDeletedText', { day: dayInWords(tag.deleted.until, t) });
    const children = (
      <form method="post" action={itemPath(hash, 'restored')}>
        <Button>{t('tag.ownDeletedUndo')}</Button>
      </form>
    );
    return systemPage(t, { status: 410, title: t('tag.ownDeletedTitle'), text, action: null, children });
  }
  if (tag.state === 'reserved' && tag.own) {
    const action = { label: t('tag.name'), href: activatePath(tag.code) };
    const text = withCode(t('tag.ownUnassignedText'), tag.code);
    return systemPage(t, { title: t('tag.ownUnassignedTitle'), text, action });
  }
  return undefined;
}

type Unusable = Exclude<Tag, { state: 'active' | 'reserved' }>;

/** What everybody reads at a tag that takes no message, with the way to the conversation that this browser has about its item. */
export function unusableTagPage({ t }: PageContext, tag: Unusable, hash: string, ownSecrets: string[]): PageResult {
  const code = fromItemHash(hash);
  if (tag.state === 'blank') {
    const text = withCode(t('tag.unassignedText'), tag.code);
    const action = { label: t('tag.activate'), href: activatePath(tag.code) };
    return systemPage(t, { title: t('tag.unassignedTitle'), text, action, contact: true, code: tag.code });
  }
  if (tag.state === 'unknown' || tag.state === 'moved') return unknownTag({ t }, code);
  const { secret } = tag;
  const children = secret && <ToConversation t={t} hash={hash} secret={secret} isOwn={ownSecrets.includes(secret)} />;
  const page = { text: t('tag.valuable'), action: writeToUs(t, code), children };
  if (tag.state === 'archived') return systemPage(t, { ...page, title: t('tag.archivedTitle') });
  if (tag.state === 'retired') return systemPage(t, { ...page, status: 410, title: t('tag.retiredTitle') });
  return systemPage(t, { ...page, title: t('tag.frozenTitle'), ...(tag.own && { text: t('tag.ownFrozenText') }) });
}

export function unknownTag({ t }: Pick<PageContext, 't'>, code: string): PageResult {
  const action = { label: t('tag.typeCode'), href: homePath('found') };
  const [title, text] = [t('tag.unknownTitle'), t('tag.unknownText')];
  return systemPage(t, { status: 404, title, text, action, contact: true, code });
}

function withCode(text: string, code: string) {
  return (
    <>
      {text} <CodeGroups code={code} />
    </>
  );
}

function ToConversation({ t, hash, secret, isOwn }: IsThisYouProps & { isOwn: boolean }) {
  if (!isOwn) return <IsThisYou t={t} hash={hash} secret={secret} />;
  return <LinkLine href={conversationPath(secret)}>{t('item.alreadyWrote')}</LinkLine>;
}

/** Adds a hidden form. With it the page's script sends what still waits on the phone; it is refused, and the page says what was not sent. */
export function withWaiting(shown: PageResult, hash: string, returned: string | undefined): PageResult {
  const code = fromItemHash(hash);
  if (!code) return shown;
  const body = (
    <>
      {shown.body}
      <form hidden method="post" action={itemPath(hash)} data-keep={`found-${code}`} data-returned={returned} />
    </>
  );
  return { ...shown, body };
}

type IsThisYouProps = Pick<PageContext, 't'> & { hash: string; secret: string };

/** Asks whether whoever scans the tag began that conversation. What is sent without an answer begins a new one. */
export function IsThisYou({ t, hash, secret }: IsThisYouProps) {
  return (
    <div className="alert alert-info">
      <form method="post" action={itemPath(hash, 'whose')} className="found-part">
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
