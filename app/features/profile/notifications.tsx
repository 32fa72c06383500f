import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NotificationSettings } from '../../../domain/notifications/contract/settings.ts';
import { ActionButton, Button } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/fields.tsx';
import { notificationsQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { dayOf, timeOf } from '../../widgets/dates.ts';
import { useForm } from '../../widgets/form.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { PushDevices } from './push-devices.tsx';
import { ProfileSection } from './section.tsx';
import { Choice, Outcome, useChangeSettings } from './setting-controls.tsx';

export function Notifications() {
  return (
    <ProfileSection name="profileNotifications">
      <Loaded query={useQuery(notificationsQuery)} failure={t('notifications.failed')}>
        {(settings) => (
          <>
            <Mails settings={settings} />
            <QuietHoursForm quietHours={settings.quietHours} />
            <PushDevices settings={settings} />
          </>
        )}
      </Loaded>
    </ProfileSection>
  );
}

function Mails({ settings }: { settings: NotificationSettings }) {
  const change = useChangeSettings();
  const { messageMails, mailDeliveredAt: at } = settings;
  return (
    <div className="grid gap-2">
      <Choice
        label={t('notifications.messageMails')}
        checked={messageMails}
        change={change}
        choices={(chosen) => ({ messageMails: chosen })}
      />
      <p className="text-ink-soft">{t('notifications.mailDetails')}</p>
      <p className="text-ink-soft">
        {at ? t('notifications.delivered', { day: dayOf(at), time: timeOf(at) }) : t('notifications.noneDelivered')}
      </p>
      <Outcome of={change} />
    </div>
  );
}

const usual = { from: '22:00', until: '07:00' };

/** Hours at which nothing is told, on the clocks of a time zone: that of the device where they were first chosen, until changed. */
function QuietHoursForm({ quietHours }: { quietHours: NotificationSettings['quietHours'] }) {
  const [isOn, setOn] = useState(quietHours !== null);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [timeZone, setTimeZone] = useState(quietHours?.timeZone ?? here);
  const change = useChangeSettings();
  const { ref, onSubmit, errors } = useForm(change, {
    read: ({ from = '', until = '', lost }) => ({
      quietHours: isOn ? { from, until, timeZone, alsoLost: lost === undefined } : null,
    }),
  });
  return (
    <form ref={ref} onSubmit={onSubmit} className="grid gap-3">
      <h2>{t('notifications.quiet')}</h2>
      <Checkbox
        className={box}
        checked={isOn}
        onChange={({ target }) => {
          setOn(target.checked);
          if (!target.checked && quietHours) change.mutate({ quietHours: null });
        }}
      >
        {t('notifications.quietOn')}
      </Checkbox>
      {isOn && (
        <>
          <p className="text-ink-soft">{t('notifications.quietText')}</p>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
            <TextField
              label={t('notifications.quietFrom')}
              name="from"
              type="time"
              required
              defaultValue={quietHours?.from ?? usual.from}
              error={errors['quietHours.from']}
            />
            <TextField
              label={t('notifications.quietUntil')}
              name="until"
              type="time"
              required
              defaultValue={quietHours?.until ?? usual.until}
              error={errors['quietHours.until']}
            />
          </div>
          <p className="wrap-anywhere text-ink-soft">{t('notifications.quietZone', { zone: inWords(timeZone) })}</p>
          {timeZone !== here && (
            <ActionButton
              className="h-auto min-h-12 whitespace-normal sm:justify-self-start"
              onClick={() => setTimeZone(here)}
            >
              {t('notifications.quietHere', { zone: inWords(here) })}
            </ActionButton>
          )}
          <Checkbox name="lost" className={box} defaultChecked={quietHours?.alsoLost !== true}>
            {t('notifications.lostBreak')}
          </Checkbox>
          <Button className="sm:justify-self-start" disabled={change.isPending}>
            {t('notifications.save')}
          </Button>
        </>
      )}
      <Outcome of={change} />
    </form>
  );
}

const box = 'size-6 shrink-0 accent-home';

const inWords = (timeZone: string): string => timeZone.replaceAll('_', ' ');
