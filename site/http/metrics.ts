import { createHash, timingSafeEqual } from 'node:crypto';
import type { Health } from '../../domain/health/contract/schema.ts';
import { readHealth } from '../../domain/health/read-health.ts';
import type { Answer } from '../../server/http/dispatcher.ts';
import type { Services } from '../../server/services.ts';

const metricsPath = '/metrics';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Answers Prometheus, who knows the token; without METRICS_TOKEN there is no such page. */
export function answerMetrics(services: Services, token: string | undefined): Answer {
  return (request, response) => {
    if (token === undefined || request.url?.split('?', 1)[0] !== metricsPath) return false;
    const headers = { 'Cache-Control': 'no-store', 'Content-Type': contentType };
    const answer = (status: number, text: string, more = {}) =>
      response.writeHead(status, { ...headers, ...more }).end(request.method === 'HEAD' ? undefined : text);
    if (request.method !== 'GET' && request.method !== 'HEAD') answer(405, '', { Allow: 'GET, HEAD' });
    else if (!isBearerOf(token, request.headers.authorization)) answer(401, '', { 'WWW-Authenticate': 'Bearer' });
    else {
      readHealth(services).then(
        (health) => answer(200, metricsOf(health)),
        (error) => {
          services.log.error({ error }, 'metrics could not be read');
          answer(503, '', { 'Retry-After': '15' });
        },
      );
    }
    return true;
  };
}

function isBearerOf(token: string, header = ''): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(header.replace(/^Bearer +/i, 'Bearer ')), hash(`Bearer ${token}`));
}

/** In the text format of Prometheus. Whatever never happened is left out. */
function metricsOf(health: Health, now = Date.now()): string {
  const { version, database, disk, mail, requests, backup } = health;
  const seconds = (time: string | null) => (time === null ? undefined : Date.parse(time) / 1000);
  const age = (time: string | null) => (time === null ? 0 : Math.max(0, (now - Date.parse(time)) / 1000));
  const queues = Object.entries({ mail, requests }).map(([queue, state]) => {
    return { ...state, labels: `{queue="${queue}"}`, age: age(state.oldestWaiting) };
  });
  const ofQueues = (field: 'waiting' | 'age' | 'givenUp') => queues.map((each) => [each.labels, each[field]] as const);
  const ofOtherDisks = (field: 'free' | 'size') =>
    health.otherDisks.map((disk) => [`{folder="${disk.folder}"}`, disk[field]] as const);
  return [
    gauge('handback_build_info', 'The release and its database.', [
      [`{version="${version}",migration="${database.migration}",database="${database.kind}"}`, 1],
    ]),
    gauge('process_start_time_seconds', 'When the process was started.', seconds(health.startedAt)),
    gauge('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
    gauge('handback_database_size_bytes', 'Size of the database.', database.bytes),
    gauge('handback_database_answer_seconds', 'How long the database took to answer.', database.answerMs / 1000),
    gauge('handback_database_connections', 'Connections to the database server.', database.connections),
    gauge('handback_database_max_connections', 'How many connections it allows.', database.mostConnections),
    gauge('handback_clock_ahead_seconds', 'How much later it is here than there.', health.clockAheadMs / 1000),
    gauge('handback_disk_free_bytes', 'Free space on the disk of DATA_DIR.', disk.free),
    gauge('handback_disk_size_bytes', 'Size of the disk of DATA_DIR.', disk.size),
    gauge(
      'handback_other_disk_free_bytes',
      'Free space where files are stored or received, on another disk than DATA_DIR.',
      ofOtherDisks('free'),
    ),
    gauge('handback_other_disk_size_bytes', 'Size of that disk.', ofOtherDisks('size')),
    gauge('handback_queue_waiting', 'What waits to be sent.', ofQueues('waiting')),
    gauge('handback_queue_oldest_age_seconds', 'For how long the oldest has waited.', ofQueues('age')),
    gauge('handback_queue_given_up', 'What was given up in the last 30 days.', ofQueues('givenUp')),
    gauge('handback_backup_scheduled', '1 when backups are made by themselves.', Number(backup.scheduled)),
    gauge(
      'handback_backup_last_success_timestamp_seconds',
      'When the last backup succeeded.',
      seconds(backup.succeededAt),
    ),
    gauge('handback_backup_size_bytes', 'Size of the last backup.', backup.bytes ?? undefined),
    gauge('handback_backup_failed', '1 when the last backup failed.', Number(backup.failure !== null)),
    gauge(
      'handback_last_death_timestamp_seconds',
      'The last sign of life of the last run that was not stopped.',
      seconds(health.death?.lastSignAt ?? null),
    ),
    gauge(
      'handback_secret_replaced',
      '1 when the secret is not the one of the database.',
      Number(health.secretReplaced),
    ),
  ].join('');
}

type Samples = (readonly [labels: string, value: number])[];

function gauge(name: string, help: string, value: number | Samples | undefined): string {
  const samples = typeof value === 'number' ? [['', value] as const] : (value ?? []);
  if (samples.length === 0) return '';
  const lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}
