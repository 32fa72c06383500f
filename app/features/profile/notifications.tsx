import { useQuery } from '@tanstack/react-query';
import type { NotificationSettings } from '../../../domain/notifications/contract/settings.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { notificationsQuery } from '../../core/data/queries.ts';
import { dayOf, timeOf } from '../../widgets/dates.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { useChangeSettings } from './change-settings.ts';
import { PushDevices } from './push-devices.tsx';
import { QuietHoursForm } from './quiet-hours.tsx';
import { Choice, Outcome } from './setting-controls.tsx';

export function Notifications() {
  const t = useTranslations();
  return (
    <section className="grid gap-4">
      <h2>{t('notifications.title')}</h2>
      <Loaded query={useQuery(notificationsQuery)} failure={t('notifications.failed')}>
        {(settings) => (
          <>
            <Mails settings={settings} />
            <QuietHoursForm quietHours={settings.quietHours} />
            <PushDevices settings={settings} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Mails({ settings }: { settings: NotificationSettings }) {
  const t = useTranslations();
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
