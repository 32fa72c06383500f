import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { Loaded } from '../data/loaded.tsx';
import { mailQuery } from '../data/queries.ts';

/** Whether a mail tells of new messages. Saved at once; a choice that could not be saved goes back and says so. */
export function MailChoice() {
  const t = useWords();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<boolean>();
  const choose = useMutation({
    mutationFn: (messageMails: boolean) => callFunction('setMailChoice', { messageMails }),
    onSuccess: (choice) => client.setQueryData(mailQuery.queryKey, choice),
    onSettled: () => setChosen(undefined),
  });
  return (
    <section className="grid gap-3">
      <h2>{t('profile.notifications')}</h2>
      <Loaded query={useQuery(mailQuery)} failure={t('profile.mailChoiceFailed')}>
        {({ messageMails }) => (
          <label className="flex min-h-12 items-center gap-3">
            <input
              type="checkbox"
              className="size-6 accent-home"
              checked={chosen ?? messageMails}
              disabled={choose.isPending}
              onChange={({ target }) => {
                setChosen(target.checked);
                choose.mutate(target.checked);
              }}
            />
            {t('profile.messageMails')}
          </label>
        )}
      </Loaded>
      <p className="text-ink-soft">{t('profile.withoutMails')}</p>
      {choose.error && (
        <Notice tone="error" title={t('profile.notSaved')}>
          <p>{choose.error.message}</p>
        </Notice>
      )}
      {choose.isSuccess && <Notice tone="success">{t('profile.saved')}</Notice>}
    </section>
  );
}
