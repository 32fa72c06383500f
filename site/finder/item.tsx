import { maxMessageLength } from '../../domain/messages/contract/limits.ts';
import { readyAnswers } from '../../domain/messages/contract/ready-answers.ts';
import { maxPersonNameLength } from '../../domain/settings/contract/limits.ts';
import type { FunctionOutput } from '../../functions/list.ts';
import { editItemPath, itemLostPath, itemPath, itemReturnedPath, qrPath, staticPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { Drawing } from '../../ui/drawings.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import type { PageContext, PageMetadata } from '../document/page.ts';

export type Typed = { answer?: string; text?: string; name?: string };

type ScannedItem = Extract<FunctionOutput<'readTag'>, { state: 'active' }>['item'];

export type ItemPageProps = {
  context: PageContext;
  hash: string;
  code: string;
  item: ScannedItem;
  /** The owner looks. */
  own: boolean;
  /** Private link of the conversation that this browser already has about the item. */
  conversationPath: string | undefined;
  /** Of what was typed and could not be sent: sending this form twice is sending it once. Not on a page that others get too. */
  sendingKey?: string | undefined;
  typed?: Typed;
  errors?: Record<string, string> | undefined;
};

export function itemMetadata(item: ScannedItem, productName: string): PageMetadata {
  return {
    title: `You found ${item.name} · ${productName}`,
    description: 'Tell the owner that you found it: no app, no account, and nobody sees a phone number.',
    keywords: 'lost and found, found item, return to owner',
    noindex: true,
  };
}

/** The finder's page: what was found, thanks, and the shortest way to tell the owner. Works without scripts. */
export function ItemPage({
  context,
  hash,
  code,
  item,
  own,
  conversationPath,
  sendingKey,
  typed,
  errors,
}: ItemPageProps) {
  const action = itemPath(hash);
  return (
    <div className="found">
      {own && <OwnerBar hash={hash} item={item} />}
      <section className="tag-shape found-tag">
        <div className="found-what">
          <Drawing category={item.category} />
          <h1>
            You found <bdi>{item.name}</bdi>. Thank you!
          </h1>
        </div>
        {item.lost && <p className="found-lost">The owner is looking for it.</p>}
        {item.note && (
          <p className="found-note" dir="auto">
            {item.note}
          </p>
        )}
      </section>

      {conversationPath && (
        <p className="notice notice-success">
          <a href={conversationPath}>You already wrote to the owner. Open your conversation</a>
        </p>
      )}

      <form method="post" action={action} data-keep={`found-${code}`}>
        {/* Enter in a field presses the first button: it must not be a ready answer. */}
        <button type="submit" hidden />
        {sendingKey && <input type="hidden" name="key" value={sendingKey} />}
        {errors && (
          <p className="notice notice-error" role="alert">
            {Object.values(errors).join(' ')}
          </p>
        )}
        <fieldset>
          <legend>Tell the owner with one tap</legend>
          {Object.entries(readyAnswers).map(([answer, label]) => (
            <Button key={answer} name="answer" value={answer}>
              {label}
            </Button>
          ))}
        </fieldset>
        <TextArea
          label="Or write a message"
          hint="Where it is, or how to get it back. The owner never sees your number unless you write it."
          name="text"
          rows={3}
          maxLength={maxMessageLength}
          defaultValue={typed?.text}
          error={errors?.text}
        />
        <TextField
          label="Your name (optional)"
          name="name"
          maxLength={maxPersonNameLength}
          autoComplete="name"
          defaultValue={typed?.name}
          error={errors?.name}
        />
        <Button variant="secondary">Send message</Button>
      </form>

      <p className="found-small">
        You get a private link where the owner’s answer appears. No app, no account.
        <br />
        The tag should read: {new URL(context.publicUrl).host} · <CodeGroups code={code} />
      </p>
    </div>
  );
}

function OwnerBar({ hash, item }: { hash: string; item: ScannedItem }) {
  return (
    <section className="owner-bar" aria-label="Only you see this">
      <p>
        <strong>This is your item.</strong> Below is what a finder sees.
      </p>
      <img src={qrPath(hash, 'svg')} alt="QR code of this tag" width="160" height="160" />
      <p>
        Print the code, cut it out, attach it. <a href={staticPath('instructions')}>How to make a tag that lasts</a>
      </p>
      <div className="owner-actions">
        <LinkButton href={qrPath(hash, 'svg')} download={`tag-${item.id}.svg`}>
          Download SVG
        </LinkButton>
        <LinkButton href={qrPath(hash, 'png')} download={`tag-${item.id}.png`} variant="secondary">
          Download PNG
        </LinkButton>
        <LinkButton href={editItemPath(item.id)} variant="secondary">
          Edit
        </LinkButton>
        <form method="post" action={item.lost ? itemReturnedPath(hash) : itemLostPath(hash)}>
          <Button variant={item.lost ? 'primary' : 'danger'}>
            {item.lost ? 'It is back with me' : 'Mark as lost'}
          </Button>
        </form>
      </div>
    </section>
  );
}
