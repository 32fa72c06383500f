import { type SubmitEvent, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Drawing } from '../../../ui/drawings.tsx';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { type Item, reportFound, watchItem, watchUser } from './firebase.ts';

const answers = { have: 'I have it', 'handed-in': 'I handed it in', 'saw-here': 'I saw it here' };

/** The finder's page as it is usually built: a single-page app that reads the item when its script has run. */
export function FinderPage({ hash }: { hash: string }) {
  const [item, setItem] = useState<Item>();
  const [uid, setUid] = useState<string>();
  const [state, setState] = useState<'open' | 'sent' | 'failed'>('open');
  useEffect(() => watchItem(hash, setItem), [hash]);
  useEffect(() => watchUser(setUid), []);
  if (!item) return <p>Loading...</p>;

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget, event.nativeEvent.submitter);
    const [answer, text, name] = ['answer', 'text', 'name'].map((field) => form.get(field)?.toString());
    await reportFound({ hash, answer, text: text ?? '', name: name ?? '' }).then(
      () => setState('sent'),
      () => setState('failed'),
    );
  }

  return (
    <main className="found">
      {uid && <a href="/items">My Items</a>}
      <section className="tag-shape found-tag">
        <div className="found-what">
          <Drawing category={item.category} />
          <h1>
            You found <bdi>{item.name}</bdi>. Thank you!
          </h1>
        </div>
        <p className="found-note">{item.note}</p>
      </section>
      {state === 'sent' && <p className="alert alert-success">The owner has your message.</p>}
      {state === 'failed' && <p className="alert alert-error">This was not sent. Try again.</p>}
      <form onSubmit={send}>
        <button type="submit" hidden />
        <fieldset>
          <legend>Tell the owner with one tap</legend>
          {Object.entries(answers).map(([answer, label]) => (
            <Button key={answer} name="answer" value={answer}>
              {label}
            </Button>
          ))}
        </fieldset>
        <TextArea label="Or write a message" name="text" rows={3} maxLength={2000} />
        <TextField label="Your name (optional)" name="name" maxLength={80} autoComplete="name" />
        <Button variant="secondary">Send message</Button>
      </form>
    </main>
  );
}
