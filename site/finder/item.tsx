import { isMissing } from '../../domain/items/contract/item-state.ts';
import { maxMessageLength } from '../../domain/messages/contract/limits.ts';
import { readyFor } from '../../domain/messages/contract/ready-replies.ts';
import { maxPersonNameLength } from '../../domain/texts/contract/limits.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import { translationsIn } from '../../language/languages.ts';
import { itemPath, lostPicturePath, picturePath } from '../../paths/paths.ts';
import { Button, DefaultButton } from '../../ui/button.tsx';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { Drawing } from '../../ui/drawings.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import type { PageMetadata } from '../../ui/page-metadata.ts';
import { LinkLine } from '../document/link-line.tsx';
import type { PageContext } from '../document/page.ts';
import { SendingStatus } from './form-here.tsx';
import { CallOwner, FirstFacts, FurtherWords, StateOfItem } from './owners-words.tsx';
import { IsThisYou } from './tag-states.tsx';

export type Typed = { answer?: string; text?: string; name?: string };

export type ScannedItem = Extract<FunctionOutput<'readTag'>, { state: 'active' }>['item'];

export type ItemPageProps = {
  context: PageContext;
  hash: string;
  code: string;
  /** Without a name when its owner has not said yet what the tag is on. */
  item: ScannedItem;
  /** For its owner, and those who share it: nothing on it sends anything. */
  isPreview: boolean;
  conversationPath: string | undefined;
  /** Opens a conversation about the item whose private link was opened in this browser. */
  openedSecret?: string | undefined;
  /** Makes two sendings of this form one. Only in a form that came back: a cached page is the same for everybody. */
  idempotencyKey?: string | undefined;
  returned?: string | undefined;
  typed?: Typed;
  errors?: Record<string, string> | undefined;
};

export function itemMetadata({ t, brand }: PageContext, item: ScannedItem, hash: string): PageMetadata {
  const { name, loss, publishedIn } = item;
  const description = t('item.description', wordsFor(item));
  return {
    title: name
      ? t('item.title', { item: name, product: brand.productName })
      : t('item.unnamedTitle', { product: brand.productName }),
    description,
    keywords: t('item.keywords'),
    linkPreview: publishedIn
      ? {
          title: translationsIn(publishedIn)('item.lostTitle', { item: name }),
          description: loss?.message || description,
          picture: lostPicturePath(hash),
        }
      : undefined,
  };
}

/** A call or a text message shows a finder’s number: nothing says otherwise beside the owner’s. */
const wordsFor = ({ category, facts }: ScannedItem) => ({ category, number: facts.phone ? 'shown' : 'hidden' });

const isUrgent = (category: ScannedItem['category']) => category === 'pet' || category === 'child';

/** A longer one is drawn smaller, and stands a second time below the answers: above them it may be cut. */
const longNameLength = 25;

/** The finder's page: what was found, thanks, and the shortest way to tell the owner. Works without scripts. */
export function FinderItemPage({ idempotencyKey, returned, typed, errors, ...props }: ItemPageProps) {
  const { context, hash, code, item, isPreview, conversationPath, openedSecret } = props;
  const { t } = context;
  const phone = isUrgent(item.category) ? item.facts.phone : undefined;
  const isLong = item.name.length > longNameLength;
  const found = item.name ? t.rich('item.found', { item: item.name }) : t('item.foundUnnamed');
  return (
    <div className="found">
      {isPreview && (
        <p className="found-small">
          {t('item.isPreview')} <a href={itemPath(hash)}>{t('item.endPreview')}</a>
        </p>
      )}
      {errors && (
        <p className="alert alert-error" role="alert">
          {Object.values(errors).join(' ')}
        </p>
      )}
      {conversationPath && (
        <p className="alert alert-success">
          <a href={conversationPath}>{t('item.alreadyWrote')}</a>
        </p>
      )}
      {openedSecret && !isPreview && <IsThisYou t={t} hash={hash} secret={openedSecret} />}
      <section className={isMissing(item.state) ? 'tag-shape tag-lost found-tag' : 'tag-shape found-tag'}>
        <div className="found-what">
          {!isLong && <Drawing category={item.category} />}
          <h1 className={isLong ? 'found-long' : undefined}>{found}</h1>
        </div>
        <StateOfItem t={t} item={item} />
        <FirstFacts t={t} facts={item.facts} />
      </section>

      {phone && <CallOwner t={t} phone={phone} inert={isPreview} />}
      <form
        {...(!isPreview && {
          method: 'post',
          action: itemPath(hash),
          'data-keep': `found-${code}`,
          'data-returned': returned,
        })}
      >
        {/* People do not see it; programs fill it in. */}
        <input name="website" hidden />
        {idempotencyKey && <input type="hidden" name="key" value={idempotencyKey} />}
        <fieldset inert={isPreview}>
          <legend>{t('item.oneTap', item)}</legend>
          {/* Enter in a field sends the words, never a ready answer. */}
          <DefaultButton />
          {readyFor(item.category).answers.map((answer, at) => (
            <Button key={answer} name="answer" value={answer} variant={at === 0 && !phone ? 'primary' : 'secondary'}>
              {t(`answer.${answer}`)}
            </Button>
          ))}
        </fieldset>
        {item.pictureId && <Picture id={item.pictureId} label={t('item.enlarge')} />}
        {isLong && <p className="found-note">{found}</p>}
        <FurtherWords t={t} item={item} />
        <div className="found-write" inert={isPreview}>
          <TextArea
            label={t('item.orWrite')}
            hint={t('item.hint', wordsFor(item))}
            name="text"
            rows={3}
            maxLength={maxMessageLength}
            defaultValue={typed?.text}
            error={errors?.text}
          />
          <TextField
            label={t('item.name')}
            name="name"
            maxLength={maxPersonNameLength}
            autoComplete="name"
            defaultValue={typed?.name}
            error={errors?.name}
          />
          <Button variant="secondary">{t('item.send')}</Button>
        </div>
        <SendingStatus empty={t('error.reportEmpty')} />
      </form>

      <p className="found-small">
        {t('item.promise')}
        <br />
        {t('item.shouldRead')} <bdi>{new URL(context.publicUrl).host}</bdi> · <CodeGroups code={code} />
      </p>
      <LinkLine href={itemPath(hash, 'report')}>{t('tagReport.link')}</LinkLine>
    </div>
  );
}

/** Comes after everything else that a finder needs; its place is kept. */
function Picture({ id, label }: { id: string; label: string }) {
  return (
    <a href={picturePath(id, 1600)}>
      <img
        src={picturePath(id, 320)}
        alt={label}
        width="112"
        height="112"
        loading="lazy"
        decoding="async"
        fetchPriority="low"
      />
    </a>
  );
}
