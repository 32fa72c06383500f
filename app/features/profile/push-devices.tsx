import { deviceInWords } from '../../../domain/accounts/contract/device-words.ts';
import type { NotificationSettings, PushDevice } from '../../../domain/notifications/contract/settings.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { longListQuery } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { AddPushDevice } from '../../widgets/add-push-device.tsx';
import { dayOf, timeOf } from '../../widgets/dates.ts';
import { ChangeButton, Failure, useChange } from '../../widgets/form.tsx';
import { PagedList } from '../../widgets/loaded.tsx';
import { endPushHere, readPushDevice } from '../../widgets/push-here.ts';
import { Choice, Outcome, useChangeSettings } from './setting-controls.tsx';

const devicesQuery = longListQuery(['push-devices'], 'listPushDevices', {});

export function PushDevices({ settings }: { settings: NotificationSettings }) {
  const change = useChangeSettings();
  return (
    <div className="grid gap-3">
      <h2>{t('notifications.push')}</h2>
      <p className="text-ink-soft">{t('notifications.pushText')}</p>
      <PagedList of={devicesQuery} failure={t('notifications.pushFailed')} more={t('notifications.pushMore')}>
        {(list, more) => (
          <>
            {list.rows.length > 0 && (
              <ul className="grid gap-2">
                {list.rows.map((device) => (
                  <Device key={device.id} device={device} />
                ))}
              </ul>
            )}
            {more}
            {!list.rows.some(isHere) && <AddPushDevice pushKey={settings.pushKey} changes={devicesQuery.queryKey} />}
            {list.rows.length > 0 && (
              <>
                <Choice
                  label={t('notifications.pushQuotes')}
                  checked={settings.pushQuotes}
                  change={change}
                  choices={(pushQuotes) => ({ pushQuotes })}
                />
                <p className="text-ink-soft">{t('notifications.pushQuotesText')}</p>
                <Outcome of={change} />
              </>
            )}
          </>
        )}
      </PagedList>
    </div>
  );
}

const isHere = ({ id }: PushDevice): boolean => id === readPushDevice();

function Device({ device }: { device: PushDevice }) {
  const { id, since, deliveredAt: at } = device;
  const name = deviceInWords(device.device, t);
  const remove = useChange(
    async () => {
      await callFunction('removePushDevice', { id });
      if (isHere(device)) await endPushHere();
    },
    { changes: [devicesQuery.queryKey], always: true },
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-control border-2 border-line bg-card px-4 py-3">
      <div className="min-w-0">
        <span className="font-[650]">{name}</span>
        {isHere(device) && <span className="font-[650] text-home"> · {t('notifications.pushHere')}</span>}
        <span className="block text-ink-soft">
          {t('notifications.pushSince', { day: dayOf(since) })}
          {at && ` · ${t('notifications.pushDelivered', { day: dayOf(at), time: timeOf(at) })}`}
        </span>
        <Failure error={remove.error} />
      </div>
      <ChangeButton of={remove} aria-label={t('notifications.pushOffDevice', { device: name })}>
        {t('notifications.pushOff')}
      </ChangeButton>
    </li>
  );
}
