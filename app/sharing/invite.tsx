import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { dayInWords } from '../../ui/dates.ts';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { fieldErrors } from '../data/function-error.ts';
import { useKeyOf } from '../data/use-key-of.ts';
import { formValues } from '../widgets/form-values.ts';

/** Whether it is over what somebody sent: the list of what waits was read after `at` and has it no longer. */
export type IsOver<Sent> = (sent: Sent, at: number) => boolean;

type InviteByEmailProps = {
  title: string;
  verb: string;
  sent: string;
  invite(email: string): Promise<void>;
  isOver: IsOver<{ email: string }>;
};

export function InviteByEmail({ title, verb, sent, invite, isOver }: InviteByEmailProps) {
  const t = useWords();
  const inviting = useMutation({ mutationFn: ({ email = '' }: Record<string, string>) => invite(email) });
  const errors = fieldErrors(inviting.error);
  const { email = '' } = inviting.variables ?? {};
  const isSent = inviting.isSuccess && !isOver({ email: email.trim().toLowerCase() }, inviting.submittedAt);
  return (
    <section className="grid gap-3">
      <h2>{title}</h2>
      <form
        onSubmit={(event) => inviting.mutate(formValues(event))}
        className="grid items-end gap-3 sm:grid-cols-[1fr_auto]"
        noValidate
      >
        <TextField
          label={t('sharing.email')}
          name="email"
          type="email"
          autoComplete="off"
          hint={t('sharing.emailHint')}
          error={errors.email}
        />
        <Button disabled={inviting.isPending}>{verb}</Button>
      </form>
      <div role="status">{isSent && <Notice>{sent}</Notice>}</div>
      {inviting.error && !errors.email && <Notice tone="error">{inviting.error.message}</Notice>}
    </section>
  );
}

type MadeCode = { code: string; expiresAt: string };

type InviteByCodeProps = {
  title: string;
  text: string;
  /** Of the page where the code is typed. */
  path: string;
  make(key: string): Promise<MadeCode>;
  /** Codes that nobody can use any more are not shown. */
  isOver: IsOver<MadeCode>;
};

export function InviteByCode({ title, text, path, make, isOver }: InviteByCodeProps) {
  const t = useWords();
  const keyOf = useKeyOf();
  const [count, setCount] = useState(0);
  const address = location.origin + path;
  const making = useMutation({
    mutationFn: () => make(keyOf({ count })),
    onSuccess: () => setCount(count + 1),
  });
  return (
    <section className="grid gap-3">
      <h2>{title}</h2>
      <p>{text}</p>
      <Button
        type="button"
        variant="secondary"
        className="justify-self-start"
        disabled={making.isPending}
        onClick={() => making.mutate()}
      >
        {t('sharing.makeCode')}
      </Button>
      <div role="status">
        {making.data && !isOver(making.data, making.submittedAt) && (
          <Notice>
            <p className="text-[1.5rem]">
              <CodeGroups code={making.data.code} />
            </p>
            <p className="hyphens-manual wrap-anywhere">
              {t('sharing.codeMade', { day: dayInWords(making.data.expiresAt, t), address })}
            </p>
          </Notice>
        )}
      </div>
      {making.error && <Notice tone="error">{making.error.message}</Notice>}
    </section>
  );
}
