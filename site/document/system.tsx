import { homePath, staticPath } from '../../paths/paths.ts';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { SystemScreen } from '../../ui/system-screen.tsx';
import type { PageResult } from './show-page.tsx';

const metadata = (title: string) => ({
  title,
  description: 'A page of this lost-and-found service.',
  keywords: 'lost and found',
  noindex: true,
});

type Action = { label: string; href: string };

/** A system screen as a whole page. */
export function systemPage(status: number, title: string, text: string, action: Action = home): PageResult {
  return {
    face: 'finder',
    status,
    bare: true,
    metadata: metadata(title),
    body: <SystemScreen title={title} text={text} action={action} />,
  };
}

const home = { label: 'To the home page', href: homePath() };

export const unknownTag = () =>
  systemPage(
    404,
    'We don’t know this tag.',
    'Perhaps a letter was misread. Type the code from the tag on the home page.',
    { label: 'Type the code', href: homePath('code') },
  );

export const unknownConversation = () =>
  systemPage(
    404,
    'This link opens no conversation.',
    'Part of it may be missing. Open it in full, or scan the tag again to write to the owner.',
  );

/** Adds the words that could not be sent: they are the finder's, to be copied elsewhere. */
export function withUnsent(shown: PageResult, text: string | undefined): PageResult {
  if (!text) return shown;
  const body = (
    <>
      {shown.body}
      <p className="wrap wrap-anywhere">
        This was not sent: <q>{text}</q>
      </p>
    </>
  );
  return { ...shown, body };
}

export function blankTag(code: string): PageResult {
  return {
    ...systemPage(200, 'This tag is not in use yet.', ''),
    body: (
      <SystemScreen
        title="This tag is not in use yet."
        text={
          <>
            Nobody has attached it to anything: <CodeGroups code={code} />
          </>
        }
        action={{ label: 'How to activate a tag', href: staticPath('instructions') }}
      />
    ),
  };
}

export const retiredTag = () =>
  systemPage(
    410,
    'This tag is retired.',
    'Its owner no longer uses it, so there is nobody to write to. If you hold something of value, please write to us.',
    { label: 'Write to us', href: staticPath('contact') },
  );
