import { useQuery } from '@tanstack/react-query';
import type { SiteState } from '../../../domain/settings/contract/site-state.ts';
import type { Translations } from '../../../language/create-translations.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { Facts } from '../../widgets/facts.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { MailState } from './mail-state.tsx';
import { MaintenanceSwitch } from './maintenance-switch.tsx';
import { siteStateQuery } from './queries.ts';
import { TroubledMails } from './troubled-mails.tsx';

/** Maintenance, and how the site does. */
export function AdminSite() {
  const t = useTranslations();
  const state = useQuery(siteStateQuery);
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-2">
      <PageHeading className="lg:col-span-2">{t('site.title')}</PageHeading>
      <MaintenanceSwitch />
      <div className="grid grid-cols-1 gap-8">
        {state.data?.mailServer === false && (
          <Alert tone="error" title={t('health.noMailServer')}>
            <p>{t('health.noMailServerAdvice')}</p>
          </Alert>
        )}
        <MailState />
        <TroubledMails testBecomesFile={state.data?.mailServer === false} />
      </div>
      <Loaded query={state} failure={t('site.stateFailed')}>
        {(read) => <State state={read} />}
      </Loaded>
    </div>
  );
}

function State({ state }: { state: SiteState }) {
  const t = useTranslations();
  return (
    <>
      <div className="grid grid-cols-1 gap-8">
        <section className="grid grid-cols-1 gap-4" aria-labelledby="hosts">
          <h2 id="hosts">{t('site.hosts')}</h2>
          <Facts facts={hostsOf(state, t)} />
        </section>
        <section className="grid grid-cols-1 gap-4" aria-labelledby="sending">
          <h2 id="sending">{t('site.sending')}</h2>
          <Facts facts={sendingOf(state, t)} />
        </section>
      </div>
      <Limits limits={state.limits} />
    </>
  );
}

function hostsOf({ host, exempt, exemptHosts }: SiteState, t: Translations): Record<string, string> {
  return {
    [t('site.host')]: t(exempt ? 'site.exemptNow' : 'site.notExempt', { host }),
    [t('site.exemptHosts')]: exemptHosts.join(', ') || t('site.none'),
  };
}

function sendingOf(state: SiteState, t: Translations): Record<string, string> {
  const { pushWaiting, webhook, webhookWaiting, filesInBucket, filesBytesPerAccount } = state;
  return {
    [t('site.push')]: t('admin.count', { count: pushWaiting }),
    [t('site.webhook')]: webhook ? t('site.webhookOn', { count: webhookWaiting }) : t('site.webhookOff'),
    [t('site.files')]: t(filesInBucket ? 'site.filesBucket' : 'site.filesFolder'),
    [t('site.perAccount')]: t('site.megabytes', { count: Math.round(filesBytesPerAccount / 1_000_000) }),
  };
}

function Limits({ limits }: Pick<SiteState, 'limits'>) {
  const t = useTranslations();
  return (
    <section className="grid grid-cols-1 gap-4 lg:col-span-2" aria-labelledby="limits">
      <h2 id="limits">{t('site.limits')}</h2>
      <p>{t('site.limitsText')}</p>
      <Facts facts={Object.fromEntries(limits.map((limit) => [limit.words, often(limit, t)]))} />
    </section>
  );
}

function often({ points, seconds }: SiteState['limits'][number], t: Translations): string {
  const minutes = seconds / 60;
  return minutes < 60
    ? t('site.inMinutes', { points, count: minutes })
    : t('site.inHours', { points, count: minutes / 60 });
}
