import { sql } from 'kysely';
import { translationsIn } from '../../language/languages.ts';
import { type LimitName, limitRules } from '../../server/limits/limits.ts';
import type { Services } from '../../server/services.ts';
import type { SiteState } from './contract/site-state.ts';
import { readMaintenance } from './maintenance.ts';

export async function readSiteState(language: string, services: Services): Promise<SiteState> {
  const { db, machine, publicUrl, maintenanceExemptHosts, webhook, filesBytesPerAccount, files } = services;
  const { rows } = await sql<{ kind: string; waiting: number }>`
    select kind, count(*)::int as waiting from (
      select kind from outgoing_requests where sent_at is null and failed_at is null order by send_after limit 1000
    ) as waiting group by kind`.execute(db);
  const waiting = (kind: string) => rows.find((row) => row.kind === kind)?.waiting ?? 0;
  const { exempt } = await readMaintenance(services);
  return {
    host: new URL(publicUrl).hostname,
    exempt,
    exemptHosts: [...maintenanceExemptHosts],
    mailServer: machine.mailServer,
    pushWaiting: waiting('push'),
    webhook: webhook !== undefined,
    webhookWaiting: waiting('webhook'),
    filesInBucket: files.isBucket,
    filesBytesPerAccount,
    limits: limitsIn(language),
  };
}

function limitsIn(language: string): SiteState['limits'] {
  const t = translationsIn(language);
  return (Object.keys(limitRules) as LimitName[]).map((name) => {
    const { points, duration } = limitRules[name];
    return { name, words: t(`limitsPage.${name}`), points, seconds: duration };
  });
}
