import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { maxMaintenanceMessageLength } from '../../domain/settings/contract/limits.ts';
import type { Maintenance, MaintenanceChange } from '../../domain/settings/contract/schema.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { callFunction } from '../data/call-function.ts';
import { fieldErrors } from '../data/function-error.ts';
import { maintenance } from '../data/maintenance.ts';
import { useMaintenance } from '../data/use-maintenance.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';

/** Closes the site to everybody but administrators, and opens it again. */
export function MaintenanceSwitch() {
  const state = useMaintenance();
  return (
    <section className="grid gap-4" aria-labelledby="maintenance">
      <h2 id="maintenance">Maintenance</h2>
      {state.status === 'known' ? <Switch setting={state.setting} /> : <Notice>You are offline.</Notice>}
    </section>
  );
}

/** What is not changed here follows the setting, and only what is changed here is sent: another administrator may be at it too. */
function Switch({ setting }: { setting: Maintenance }) {
  const [typed, setTyped] = useState<{ message: string; over: string }>();
  const [ticked, setTicked] = useState<boolean>();
  const { message = setting.message, over = setting.message } = typed ?? {};
  const keepTagPagesOpen = ticked ?? setting.keepTagPagesOpen;
  const edits: MaintenanceChange = {
    ...(message.trim() !== setting.message && { message }),
    ...(keepTagPagesOpen !== setting.keepTagPagesOpen && { keepTagPagesOpen }),
  };
  const overtaken = edits.message !== undefined && over !== setting.message;

  const send = async (to: MaintenanceChange) => {
    maintenance.take(await callFunction('setMaintenance', to));
    if (to.message !== undefined) setTyped((now) => (now?.message === to.message ? undefined : now));
    if (to.keepTagPagesOpen !== undefined) setTicked(undefined);
  };
  const change = useMutation({ mutationFn: send });
  const wrong = fieldErrors(change.error).message;

  return (
    <>
      <p role="status" className={setting.enabled ? 'font-bold text-signal' : ''}>
        {inWords(setting)}
      </p>
      {setting.exempt && (
        <Notice title="This host is exempt">
          PUBLIC_URL names a local, staging or development host. So nobody is shut out here, whatever the switch says.
        </Notice>
      )}
      <TextArea
        label="Message"
        name="message"
        rows={3}
        maxLength={maxMaintenanceMessageLength}
        value={message}
        onChange={({ target }) =>
          setTyped(target.value === setting.message ? undefined : { message: target.value, over })
        }
        hint="What people read while the site is closed."
        error={wrong}
      />
      {overtaken && (
        <Notice title="The message was changed meanwhile">
          <p className="whitespace-pre-line wrap-anywhere">It is now “{setting.message}”. What you save replaces it.</p>
          <Button type="button" variant="secondary" className="mt-3" onClick={() => setTyped(undefined)}>
            Discard mine
          </Button>
        </Notice>
      )}
      <label className="flex min-h-12 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          checked={keepTagPagesOpen}
          onChange={({ target }) => setTicked(target.checked === setting.keepTagPagesOpen ? undefined : target.checked)}
        />
        Keep the tags’ pages open, so that finders can still write
      </label>
      {change.error && !wrong && (
        <Notice tone="error" title="Not changed">
          {change.error.message}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {setting.enabled ? (
          <Button type="button" disabled={change.isPending} onClick={() => change.mutate({ enabled: false })}>
            Open the site
          </Button>
        ) : (
          <ConfirmButton
            label="Close for maintenance"
            variant="danger"
            question="Close the site for maintenance?"
            verb="Close the site"
            action={() => send({ enabled: true, ...edits })}
          >
            <p>
              Everybody but administrators sees the message instead of every page, at once.
              {keepTagPagesOpen ? ' The tags’ pages stay open.' : ' Finders cannot write either.'}
            </p>
          </ConfirmButton>
        )}
        <Button
          type="button"
          variant="secondary"
          disabled={Object.keys(edits).length === 0 || change.isPending}
          onClick={() => change.mutate(edits)}
        >
          Save changes
        </Button>
      </div>
    </>
  );
}

function inWords({ enabled, exempt, keepTagPagesOpen }: Maintenance): string {
  if (!enabled) return 'The site is open.';
  if (exempt) return 'Maintenance is on, and the site is open all the same.';
  return `Maintenance is on: only administrators get in${keepTagPagesOpen ? ', and finders to the tags’ pages' : ''}.`;
}
