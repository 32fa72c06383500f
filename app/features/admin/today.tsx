import { adminSitePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useMaintenance } from '../../core/data/maintenance.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { AskedFile } from './asked-file.tsx';
import { stateOfMaintenance } from './maintenance-switch.tsx';
import { Needs } from './needs.tsx';
import { Statistics } from './statistics.tsx';

/** C-2.03: what needs an administrator, and what happened. */
export function AdminToday() {
  const t = useTranslations();
  return (
    <div className="grid grid-cols-1 gap-8">
      <PageHeading>{t('today.title')}</PageHeading>
      <AskedFile />
      <MaintenanceAlert />
      <Needs />
      <Statistics />
    </div>
  );
}

/** Nobody forgets that it is on. */
function MaintenanceAlert() {
  const t = useTranslations();
  const state = useMaintenance();
  if (state.status !== 'known' || !state.setting.enabled) return null;
  return (
    <Alert>
      <p>{t(stateOfMaintenance(state.setting))}</p>
      <a href={adminSitePath()}>{t('admin.maintenance')}</a>
    </Alert>
  );
}
