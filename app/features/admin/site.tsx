import { useQuery } from '@tanstack/react-query';
import type { SiteState } from '../../../domain/settings/contract/site-state.ts';
import { Alert } from '../../../ui/alert.tsx';
import { t } from '../../core/document/app-translations.ts';
import { Facts } from '../../widgets/facts.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { Section } from './admin-page.tsx';
import { FailedMails, MailState } from './mail-state.tsx';
import { MaintenanceSwitch } from './maintenance-switch.tsx';
import { siteStateQuery } from './queries.ts';

export function AdminSite() {
  const query = useQuery(siteStateQuery);
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-2">
      <PageHeading className="lg:col-span-2">{t('site.title')}</PageHeading>
      <MaintenanceSwitch />
      <div className="grid grid-cols-1 gap-8">
        {query.data?.mailServer === false && (
          <Alert tone="error" title={t('health.noMailServer')}>
            {t('health.noMailServerAdvice')}
          </Alert>
        )}
        <MailState />
        <FailedMails testBecomesFile={query.data?.mailServer === false} />
      </div>
      <Loaded query={query} failure={t('site.stateFailed')}>
        {(state) => (
          <>
            <div className="grid grid-cols-1 gap-8">
              <Section id="hosts" title={t('site.hosts')}>
                <Facts facts={hostsOf(state)} />
              </Section>
              <Section id="sending" title={t('site.sending')}>
                <Facts facts={sendingOf(state)} />
              </Section>
            </div>
            <Section id="limits" title={t('site.limits')} className="grid grid-cols-1 gap-4 lg:col-span-2">
              <p>{t('site.limitsText')}</p>
              <Facts facts={Object.fromEntries(state.limits.map((limit) => [limit.words, often(limit)]))} />
            </Section>
          </>
        )}
      </Loaded>
    </div>
  );
}

function hostsOf({ host, exempt, exemptHosts }: SiteState): Record<string, string> {
  return {
    [t('site.host')]: t(exempt ? 'site.exemptNow' : 'site.notExempt', { host }),
    [t('site.exemptHosts')]: exemptHosts.join(', ') || t('site.none'),
  };
}

function sendingOf(state: SiteState): Record<string, string> {
  const { pushWaiting, webhook, webhookWaiting, filesInBucket, filesBytesPerAccount } = state;
  return {
    [t('site.push')]: t('admin.count', { count: pushWaiting }),
    [t('site.webhook')]: webhook ? t('site.webhookOn', { count: webhookWaiting }) : t('site.webhookOff'),
    [t('site.files')]: t(filesInBucket ? 'site.filesBucket' : 'site.filesFolder'),
    [t('site.perAccount')]: t('site.megabytes', { count: Math.round(filesBytesPerAccount / 1_000_000) }),
  };
}

function often({ points, seconds }: SiteState['limits'][number]): string {
  const minutes = seconds / 60;
  return minutes < 60
    ? t('site.inMinutes', { points, count: minutes })
    : t('site.inHours', { points, count: minutes / 60 });
}
