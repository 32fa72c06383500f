import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readInvitationCode } from '../../domain/items/contract/tag-code.ts';
import type { SharedItem } from '../../domain/sharing/contract/schema.ts';
import { sharedItemPath, signInPath, signUpPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { EntryCard } from '../sign-in/entry-card.tsx';
import { ConfirmButton } from '../widgets/confirm-button.tsx';
import { formValues } from '../widgets/form-values.ts';
import { waitingInvitation } from './waiting-invitation.ts';

type InvitationPageProps = {
  path: string;
  title: string;
  text: string;
  codeTitle: string;
  codeLead: string;
  accept(invitation: string): Promise<void>;
  refuse(refusal: { token: string; forEver: boolean }): Promise<unknown>;
  /** The item, when the invitation that was mailed is accepted already. */
  shared?: SharedItem | null | undefined;
};

/** Where the link of a mailed invitation leads, and where a code is typed; both wait here until there is an account. */
export function InvitationPage(props: InvitationPageProps) {
  const { path, title, text, codeTitle, codeLead, accept, refuse, shared } = props;
  const t = useWords();
  const { user } = useAuth();
  const [refused, setRefused] = useState<'once' | 'forEver'>();
  const token = useSearchParams()[0].get('token');
  const [invitation, setInvitation] = useState(() => token ?? invitationWaitingAt(path));
  if (!invitation) return <TypeCode title={codeTitle} lead={codeLead} onTyped={setInvitation} />;
  const isMailed = invitation === token;
  const refuseIt = async (forEver: boolean) => {
    await refuse({ token: invitation, forEver });
    waitingInvitation.forget();
    setRefused(forEver ? 'forEver' : 'once');
  };
  if (refused)
    return (
      <EntryCard title={title}>
        <Notice>{refused === 'forEver' ? t('sharing.refusedForEver') : t('sharing.refused')}</Notice>
      </EntryCard>
    );
  if (shared)
    return (
      <EntryCard title={t('sharing.alreadyTitle')}>
        <LinkButton href={sharedItemPath(shared.id)} className="wrap-anywhere">
          <bdi>{shared.name}</bdi>
        </LinkButton>
        <div className="grid gap-3 border-t-2 border-dashed border-line pt-5">
          <RefuseForEver refuse={refuseIt} />
        </div>
      </EntryCard>
    );
  return (
    <EntryCard title={title}>
      <p>{text}</p>
      {user ? (
        <Accept accept={() => accept(invitation)} onOther={() => setInvitation(null)} />
      ) : (
        <NeedsAccount path={path} invitation={invitation} />
      )}
      {isMailed && <Refuse refuse={refuseIt} />}
    </EntryCard>
  );
}

function invitationWaitingAt(path: string): string | null {
  const waiting = waitingInvitation.read();
  return waiting?.path === path ? waiting.invitation : null;
}

function TypeCode({ title, lead, onTyped }: { title: string; lead: string; onTyped(code: string): void }) {
  const t = useWords();
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return (
    <EntryCard title={title}>
      <p>{lead}</p>
      <form
        onSubmit={(event) => {
          const code = readInvitationCode(formValues(event).code ?? '');
          if (code) return onTyped(code);
          setWrong(true);
          field.current?.focus();
        }}
        className="grid gap-4"
        noValidate
      >
        <TextField
          label={t('sharing.code')}
          name="code"
          ref={field}
          className="field-input font-mono"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={t('sharing.codeHint')}
          error={isWrong ? t('refused.notAnInvitation') : undefined}
        />
        <Button>{t('sharing.goOn')}</Button>
      </form>
    </EntryCard>
  );
}

function NeedsAccount({ path, invitation }: { path: string; invitation: string }) {
  const t = useWords();
  const keep = () => waitingInvitation.keep({ invitation, path });
  return (
    <>
      <p>{t('sharing.accountText')}</p>
      <LinkButton href={signUpPath()} onClick={keep}>
        {t('signIn.signUp')}
      </LinkButton>
      <LinkButton href={signInPath({ next: path })} variant="secondary" onClick={keep}>
        {t('signIn.signIn')}
      </LinkButton>
    </>
  );
}

function Accept({ accept, onOther }: { accept(): Promise<void>; onOther(): void }) {
  const t = useWords();
  const accepting = useMutation({
    mutationFn: async () => {
      await accept();
      waitingInvitation.forget();
    },
  });
  const typeAnother = () => {
    waitingInvitation.forget();
    onOther();
  };
  return (
    <>
      {accepting.error && <Notice tone="error">{accepting.error.message}</Notice>}
      <Button type="button" disabled={accepting.isPending} onClick={() => accepting.mutate()}>
        {t('sharing.accept')}
      </Button>
      {accepting.error && (
        <Button type="button" variant="secondary" onClick={typeAnother}>
          {t('sharing.otherCode')}
        </Button>
      )}
    </>
  );
}

function Refuse({ refuse }: { refuse(forEver: boolean): Promise<unknown> }) {
  const t = useWords();
  return (
    <div className="grid gap-3 border-t-2 border-dashed border-line pt-5">
      <p>{t('sharing.refuseLead')}</p>
      <ConfirmButton
        label={t('sharing.refuse')}
        variant="secondary"
        question={t('sharing.refuseQuestion')}
        verb={t('sharing.refuse')}
        action={() => refuse(false)}
      >
        <p>{t('sharing.refuseText')}</p>
      </ConfirmButton>
      <RefuseForEver refuse={refuse} />
    </div>
  );
}

function RefuseForEver({ refuse }: { refuse(forEver: boolean): Promise<unknown> }) {
  const t = useWords();
  return (
    <ConfirmButton
      label={t('sharing.refuseForEver')}
      variant="secondary"
      question={t('sharing.refuseForEverQuestion')}
      verb={t('sharing.refuseForEver')}
      action={() => refuse(true)}
    >
      <p>{t('sharing.refuseForEverText')}</p>
    </ConfirmButton>
  );
}
