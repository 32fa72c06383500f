import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Maintenance, MaintenanceChange } from '../../domain/settings/schema.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConfirmButton } from '../confirm-button.tsx';
import { callFunction } from '../data/call-function.ts';
import { fieldErrors } from '../data/function-error.ts';
import { useMaintenance } from '../maintenance/use-maintenance.ts';
import { maintenance } from '../maintenance/watch.ts';

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

function Switch({ setting }: { setting: Maintenance }) {
  const [message, setMessage] = useState(setting.message);
  const [keepTagPagesOpen, setKeep] = useState(setting.keepTagPagesOpen);
  const change = useMutation({
    mutationFn: (to: MaintenanceChange) => callFunction('setMaintenance', to),
    onSuccess: maintenance.take,
  });
  const close = async () =>
    maintenance.take(await callFunction('setMaintenance', { enabled: true, message, keepTagPagesOpen }));
  const wrong = fieldErrors(change.error).message;
  const changed = message.trim() !== setting.message || keepTagPagesOpen !== setting.keepTagPagesOpen;

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
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        hint="What people read while the site is closed."
        error={wrong}
      />
      <label className="flex min-h-12 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          checked={keepTagPagesOpen}
          onChange={(event) => setKeep(event.target.checked)}
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
            deed={close}
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
          disabled={!changed || change.isPending}
          onClick={() => change.mutate({ enabled: setting.enabled, message, keepTagPagesOpen })}
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
