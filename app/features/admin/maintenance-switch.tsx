import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { defaultMaintenanceMessage } from '../../../domain/settings/contract/default-maintenance-message.ts';
import { maxMaintenanceMessageLength } from '../../../domain/settings/contract/limits.ts';
import type { Maintenance, MaintenanceChange } from '../../../domain/settings/contract/schema.ts';
import { cleanText } from '../../../domain/texts/contract/clean-text.ts';
import type { PlainKey } from '../../../language/create-translations.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, Button } from '../../../ui/button.tsx';
import { Checkbox, TextArea } from '../../../ui/fields.tsx';
import { SystemScreen } from '../../../ui/system-screen.tsx';
import { callFunction, fieldErrors } from '../../core/data/call-function.ts';
import { maintenanceWatch, useMaintenance } from '../../core/data/maintenance.ts';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { Failure } from '../../widgets/form.tsx';
import { Section } from './admin-page.tsx';

export function MaintenanceSwitch() {
  const state = useMaintenance();
  return (
    <Section id="maintenance" title={t('admin.maintenance')}>
      {state.status === 'known' ? <Switch setting={state.setting} /> : <Alert>{t('admin.offline')}</Alert>}
    </Section>
  );
}

/** Sends only what is changed here, because another administrator may change the rest. The default message is in the reader’s language. */
function Switch({ setting }: { setting: Maintenance }) {
  const written = setting.message === defaultMaintenanceMessage ? t('screen.maintenance') : setting.message;
  const [typed, setTyped] = useState<{ message: string; over: string }>();
  const [ticked, setTicked] = useState<boolean>();
  const { message = written, over = written } = typed ?? {};
  const keepTagPagesOpen = ticked ?? setting.keepTagPagesOpen;
  const edits: MaintenanceChange = {
    ...(message.trim() !== written && { message }),
    ...(keepTagPagesOpen !== setting.keepTagPagesOpen && { keepTagPagesOpen }),
  };
  const overtaken = edits.message !== undefined && over !== written;

  const send = async (to: MaintenanceChange) => {
    maintenanceWatch.take(await callFunction('setMaintenance', to));
    if (to.message !== undefined) setTyped((now) => (now?.message === to.message ? undefined : now));
    if (to.keepTagPagesOpen !== undefined) setTicked(undefined);
  };
  const change = useMutation({ mutationFn: send });
  const wrong = fieldErrors(change.error).message;
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (fieldErrors(change.error).message) box.current?.focus();
  }, [change.error]);

  return (
    <>
      <p role="status" className={setting.enabled ? 'font-bold text-signal' : ''}>
        {t(stateOfMaintenance(setting))}
      </p>
      {setting.exempt && <Alert title={t('admin.exemptTitle')}>{t('admin.exemptText')}</Alert>}
      <TextArea
        label={t('admin.message')}
        name="message"
        rows={3}
        maxLength={maxMaintenanceMessageLength}
        value={message}
        onChange={({ target }) => setTyped(target.value === written ? undefined : { message: target.value, over })}
        hint={t('admin.messageHint')}
        error={wrong}
        ref={box}
      />
      {overtaken && (
        <Alert title={t('admin.changedTitle')}>
          <p className="whitespace-pre-line wrap-anywhere">{t('admin.changedText', { message: written })}</p>
          <ActionButton className="mt-3" onClick={() => setTyped(undefined)}>
            {t('admin.discard')}
          </ActionButton>
        </Alert>
      )}
      <details>
        <summary className="cursor-pointer py-3 font-[650]">{t('site.preview')}</summary>
        <div inert className="rounded-card border-2 border-line bg-paper">
          <SystemScreen
            title={t('screen.backSoon')}
            text={
              <span dir="auto" className="whitespace-pre-line wrap-anywhere">
                {String(cleanText(message))}
              </span>
            }
          />
        </div>
      </details>
      <Checkbox
        checked={keepTagPagesOpen}
        onChange={({ target }) => setTicked(target.checked === setting.keepTagPagesOpen ? undefined : target.checked)}
      >
        {t('admin.keepTagsOpen')}
      </Checkbox>
      <Failure error={wrong ? null : change.error} title={t('admin.notChanged')} />
      <div className="flex flex-wrap gap-3">
        {setting.enabled ? (
          <Button type="button" disabled={change.isPending} onClick={() => change.mutate({ enabled: false })}>
            {t('admin.openSite')}
          </Button>
        ) : (
          <ConfirmButton
            label={t('admin.close')}
            variant="danger"
            question={t('admin.closeQuestion')}
            verb={t('admin.closeVerb')}
            action={() => send({ enabled: true, ...edits })}
            text={t(keepTagPagesOpen ? 'admin.closeButTags' : 'admin.closeConsequence')}
          />
        )}
        <ActionButton
          disabled={Object.keys(edits).length === 0 || change.isPending}
          onClick={() => change.mutate(edits)}
        >
          {t('admin.saveChanges')}
        </ActionButton>
      </div>
    </>
  );
}

export function stateOfMaintenance({ enabled, exempt, keepTagPagesOpen }: Maintenance): PlainKey {
  if (!enabled) return 'admin.open';
  if (exempt) return 'admin.openAllTheSame';
  return keepTagPagesOpen ? 'admin.closedButTags' : 'admin.closed';
}
