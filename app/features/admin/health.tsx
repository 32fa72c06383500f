import type { ReactNode } from 'react';
import { backupHours, type HealthProblem, problemsOf } from '../../../domain/health/contract/problems.ts';
import type { Health } from '../../../domain/health/contract/schema.ts';
import { Alert } from '../../../ui/alert.tsx';
import { t } from '../../core/document/app-translations.ts';
import { Facts } from '../../widgets/facts.tsx';
import { momentOf, queueFacts, SettingsPage, secretAdvice } from './admin-page.tsx';
import { healthQuery } from './queries.ts';

export function AdminHealth() {
  return (
    <SettingsPage title={t('health.title')} query={healthQuery} failure={t('health.failed')}>
      {(state) => (
        <>
          <Problems state={state} />
          {Object.entries(factsOf(state)).map(([title, facts]) => (
            <section key={title} className="grid grid-cols-1 gap-3">
              <h2>{title}</h2>
              <Facts facts={facts} />
            </section>
          ))}
        </>
      )}
    </SettingsPage>
  );
}

function Problems({ state }: { state: Health }) {
  const problems = problemsOf(state);
  if (problems.length === 0) return <Alert tone="success" title={t('health.allWell')} />;
  return problems.map((problem) => (
    <Alert key={problem} tone={problem === 'noBackups' ? 'info' : 'error'} title={t(`health.${problem}`)}>
      <p>{adviceOn(problem, state)}</p>
    </Alert>
  ));
}

function adviceOn(problem: HealthProblem, { backup, death }: Health): ReactNode {
  if (problem === 'secretReplaced') return secretAdvice();
  if (problem === 'backupOld') return t('health.backupOldAdvice', { hours: backupHours });
  if (problem === 'backupFailed') return t('health.backupFailedAdvice', { scheduled: backup.scheduled ? 'yes' : 'no' });
  if (problem === 'died') return death ? howItDied(death) : '';
  return t(`health.${problem}Advice`);
}

function howItDied({ lastSignAt, reason, oomKills, machineRestarted }: NonNullable<Health['death']>): string {
  return [
    t('health.lastSign', { moment: momentOf(lastSignAt) }),
    reason,
    machineRestarted && t('health.machineRestarted'),
    oomKills !== null && t('health.oomKills', { count: oomKills }),
  ]
    .filter(Boolean)
    .join(' ');
}

function factsOf(state: Health): Record<string, Record<string, string>> {
  const { backup, database, death, disk } = state;
  return {
    [t('health.backup')]: {
      [t('health.lastBackup')]: backup.succeededAt ? momentOf(backup.succeededAt) : t('admin.never'),
      ...(backup.bytes !== null && { [t('health.size')]: sizeOf(backup.bytes) }),
      [t('health.everyDay')]: t(backup.scheduled ? 'admin.yes' : 'admin.no'),
      ...(backup.failure && {
        [t('health.lastFailure')]: t('admin.errorAt', {
          moment: momentOf(backup.failure.at),
          error: backup.failure.error ?? t('health.brokenOff'),
        }),
      }),
    },
    [t('health.database')]: {
      [t('health.kind')]: t(`health.${database.kind}`),
      [t('health.size')]: sizeOf(database.bytes),
      [t('health.answer')]: t('health.milliseconds', { count: database.answerMs }),
      [t('health.connections')]: t('health.countOf', { count: database.connections, most: database.mostConnections }),
      [t('health.migrations')]: t('health.migrationsText', { count: database.migrations, last: database.migration }),
      [t('health.clock')]: t('health.milliseconds', { count: state.clockAheadMs }),
    },
    [t('health.disk')]: {
      [t('health.free')]: roomIn(disk),
      ...Object.fromEntries(state.otherDisks.map((other) => [t(`health.${other.folder}Free`), roomIn(other)])),
    },
    [t('admin.mail')]: queueFacts(state.mail),
    [t('health.requests')]: queueFacts(state.requests),
    [t('health.software')]: {
      [t('health.version')]: state.version,
      [t('health.started')]: momentOf(state.startedAt),
      ...(death && { [t('health.died')]: howItDied(death) }),
    },
  };
}

function roomIn({ free, size }: Health['disk']): string {
  return t('health.sizeOf', { free: sizeOf(free), size: sizeOf(size) });
}

function sizeOf(bytes: number): string {
  const [unit, divisor] = bytes < 1e9 ? (['megabyte', 1e6] as const) : (['gigabyte', 1e9] as const);
  const format = new Intl.NumberFormat(t.language, { style: 'unit', unit, maximumFractionDigits: 1 });
  return format.format(bytes / divisor);
}
