import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { callFunction } from '../data/call-function.ts';
import { Loaded } from '../data/loaded.tsx';
import { mailQuery } from '../data/queries.ts';

/** Whether a mail tells of new messages. Saved at once; a choice that could not be saved goes back and says so. */
export function MailChoice() {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<boolean>();
  const choose = useMutation({
    mutationFn: (messageMails: boolean) => callFunction('setMailChoice', { messageMails }),
    onSuccess: (choice) => client.setQueryData(mailQuery.queryKey, choice),
    onSettled: () => setChosen(undefined),
  });
  return (
    <section className="grid gap-3">
      <h2>Notifications</h2>
      <Loaded query={useQuery(mailQuery)} failure="Your choice could not be loaded.">
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
            Mail me when a finder writes
          </label>
        )}
      </Loaded>
      <p className="text-ink-soft">Without these mails, messages wait for you under Messages.</p>
      {choose.error && (
        <Notice tone="error" title="Not saved">
          <p>{choose.error.message}</p>
        </Notice>
      )}
      {choose.isSuccess && <Notice tone="success">Saved.</Notice>}
    </section>
  );
}
