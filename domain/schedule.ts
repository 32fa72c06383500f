import { sql } from 'kysely';
import { mendTimes, timesAreRight } from '../server/clock.ts';
import { withTimeout } from '../server/concurrency.ts';
import { deleteOldChanges } from '../server/events/changes.ts';
import { deleteExpiredLimits } from '../server/limits/limits.ts';
import { deleteOldMails } from '../server/mail/old-mails.ts';
import { deleteOldRequests } from '../server/outgoing/requests.ts';
import type { Services } from '../server/services.ts';
import { deleteExpiredLinks } from './accounts/account-links.ts';
import { deleteExpiredSessions } from './accounts/delete-expired.ts';
import { deleteUnusedDevices } from './accounts/known-devices.ts';
import { deleteUnconfirmedAccounts } from './accounts/unconfirmed-accounts.ts';
import { deleteOldAuditEntries } from './audit/record-action.ts';
import { beginDueBackup, watchBackups, watchSecret } from './backups/backups.ts';
import { deleteOldContactRequests } from './contact/contact-requests.ts';
import { deleteLostFiles } from './files/delete-lost-files.ts';
import { deleteOldHandovers } from './handover/handover.ts';
import { eraseDeletedItems } from './items/delete-item.ts';
import { forgetTrips, settleReturnedItems } from './items/pass-of-time.ts';
import { closeIdleConversations, deleteOldFinderWords } from './messages/delete-words.ts';
import { deleteOldReports } from './messages/report-conversation.ts';
import { forgetNetworks } from './moderation/blocked-networks.ts';
import { deleteHiddenWords } from './moderation/hide-message.ts';
import { readBounces } from './notifications/bounces.ts';
import { sendPendingReplyNotifications } from './notifications/notify-finder.ts';
import { sendPendingNotifications } from './notifications/notify-readers.ts';
import { deleteUnconfirmedReplyMails } from './notifications/reply-contacts.ts';
import { deleteDueAccounts } from './people/delete-due-accounts.ts';
import { deleteOldTagReports } from './reports/tag-reports.ts';
import { inviteToReview } from './reviews/invite-to-review.ts';
import { deleteOldScans } from './scans/scans.ts';
import { deleteExpiredInvitations } from './sharing/invitations.ts';
import { askAboutPayments } from './shop/card-payments.ts';
import { cancelUnpaidOrders, deleteOldOrders } from './shop/end-order.ts';
import { storeIssuedInvoices } from './shop/invoice-files.ts';
import { deleteOldPaymentEvents } from './shop/payment-events.ts';
import { deleteOldStockChanges } from './shop/stock.ts';
import { countClosedDays } from './today/daily-counts.ts';

type Job = {
  name: string;
  everyMinutes: number;
  /** Where it acts for one person after the other, it asks in between whether the process stops. */
  run(services: Services, isStopped: () => boolean): Promise<void>;
};

/** A job may run twice, or be interrupted and run again. */
export const jobs = [
  // Before what is counted is deleted.
  { name: 'count-closed-days', everyMinutes: 60, run: countClosedDays },
  // At each run of the schedule.
  { name: 'send-due-notices', everyMinutes: 0, run: sendPendingNotifications },
  { name: 'send-due-reply-notices', everyMinutes: 0, run: sendPendingReplyNotifications },
  { name: 'read-bounces', everyMinutes: 1, run: readBounces },
  { name: 'delete-accounts', everyMinutes: 60, run: deleteDueAccounts },
  { name: 'delete-unconfirmed-accounts', everyMinutes: 60, run: deleteUnconfirmedAccounts },
  { name: 'delete-expired-links', everyMinutes: 5, run: deleteExpiredLinks },
  { name: 'forget-unused-devices', everyMinutes: 24 * 60, run: deleteUnusedDevices },
  { name: 'delete-expired-sessions', everyMinutes: 5, run: deleteExpiredSessions },
  { name: 'delete-expired-limits', everyMinutes: 5, run: deleteExpiredLimits },
  { name: 'delete-old-mails', everyMinutes: 60, run: deleteOldMails },
  { name: 'delete-old-requests', everyMinutes: 60, run: deleteOldRequests },
  { name: 'delete-expired-invitations', everyMinutes: 60, run: deleteExpiredInvitations },
  { name: 'delete-unconfirmed-reply-mails', everyMinutes: 60, run: deleteUnconfirmedReplyMails },
  { name: 'forget-trips', everyMinutes: 60, run: forgetTrips },
  { name: 'settle-returned-items', everyMinutes: 60, run: settleReturnedItems },
  { name: 'delete-expired-handovers', everyMinutes: 60, run: deleteOldHandovers },
  { name: 'close-idle-conversations', everyMinutes: 60, run: closeIdleConversations },
  { name: 'delete-finder-words', everyMinutes: 60, run: deleteOldFinderWords },
  { name: 'delete-hidden-words', everyMinutes: 60, run: deleteHiddenWords },
  { name: 'forget-networks', everyMinutes: 5, run: forgetNetworks },
  { name: 'delete-old-reports', everyMinutes: 60, run: deleteOldReports },
  { name: 'delete-items', everyMinutes: 60, run: eraseDeletedItems },
  { name: 'delete-old-scans', everyMinutes: 60, run: deleteOldScans },
  { name: 'delete-old-tag-reports', everyMinutes: 60, run: deleteOldTagReports },
  { name: 'delete-lost-files', everyMinutes: 60, run: deleteLostFiles },
  { name: 'delete-contact-requests', everyMinutes: 24 * 60, run: deleteOldContactRequests },
  { name: 'delete-audit-entries', everyMinutes: 24 * 60, run: deleteOldAuditEntries },
  { name: 'ask-about-payments', everyMinutes: 5, run: askAboutPayments },
  { name: 'cancel-unpaid-orders', everyMinutes: 15, run: cancelUnpaidOrders },
  { name: 'delete-payment-events', everyMinutes: 24 * 60, run: deleteOldPaymentEvents },
  { name: 'invite-to-review', everyMinutes: 60, run: inviteToReview },
  { name: 'delete-stock-changes', everyMinutes: 24 * 60, run: deleteOldStockChanges },
  { name: 'store-issued-invoices', everyMinutes: 1, run: storeIssuedInvoices },
  { name: 'delete-old-orders', everyMinutes: 24 * 60, run: deleteOldOrders },
  { name: 'back-up', everyMinutes: 5, run: beginDueBackup },
  { name: 'watch-backups', everyMinutes: 60, run: watchBackups },
  { name: 'watch-secret', everyMinutes: 5, run: watchSecret },
  { name: 'delete-old-changes', everyMinutes: 5, run: deleteOldChanges },
] as const satisfies Job[];

export type JobName = (typeof jobs)[number]['name'];

const lookMs = 60_000;

const stopMs = 2_000;

export type Schedule = { /** Gives the job in hand 2 seconds to finish. */ stop(): Promise<void> };

export function startSchedule(services: Services): Schedule {
  let stopped = false;
  const run = () => runDueJobs(services, () => stopped);
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, lookMs);
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await withTimeout(stopMs, running, undefined);
    },
  };
}

export async function runDueJobs(services: Services, isStopped = () => false): Promise<void> {
  const { db, log } = services;
  await mendTimes(db, log).catch((error) => log.error({ error }, 'times of a wrong clock could not be moved'));
  for (const job of jobs) {
    if (isStopped()) return;
    try {
      if (await claim(job, services)) await job.run(services, isStopped);
    } catch (error) {
      // What is broken off by the end is run again.
      if (!isStopped()) log.error({ error, job: job.name }, 'a scheduled job failed');
    }
  }
}

/** By a wrong clock only what tells people of messages goes on. A clock that was ahead and came back holds nothing up. */
async function claim({ name, everyMinutes }: Job, { db }: Services): Promise<boolean> {
  const { rows } = await sql`
    insert into scheduled_jobs (name, begun_at) select ${name}, now() where ${everyMinutes === 0} or ${timesAreRight}
    on conflict (name) do update set begun_at = now()
    where scheduled_jobs.begun_at not between now() - make_interval(mins => ${everyMinutes}) and now() + interval '1 hour'
    returning name`.execute(db);
  return rows.length > 0;
}
