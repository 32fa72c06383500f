import { useQuery } from '@tanstack/react-query';
import type { SettledKind } from '../../../domain/moderation/contract/limits.ts';
import type { ReportState } from '../../../domain/moderation/contract/reports.ts';
import { adminReadingPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { t } from '../../core/document/app-translations.ts';
import { Acts, DayAndTime, TagLink, When, Words } from './admin-page.tsx';
import { AdminTable, type Column } from './admin-table.tsx';
import {
  Answer,
  CloseConversation,
  DisableAccount,
  Dismiss,
  Note,
  OfConversation,
  Release,
  Settle,
  Spam,
} from './moderation-acts.tsx';
import { dismissedQuery } from './queries.ts';
import { State, WhatWasReported } from './report-cells.tsx';

const wide = 'md:min-w-56';

export function Reports() {
  const columns: Column<'listReports'>[] = [
    { label: t('reports.time'), sort: 'time', cell: ({ reportedAt }) => <When at={reportedAt} /> },
    {
      label: t('reports.item'),
      sort: 'item',
      cell: ({ itemName, reporter }) => (
        <div className="wrap-anywhere md:min-w-44">
          <bdi>{itemName}</bdi>
          <p className="text-ink-soft">
            {t('reports.from')}: <bdi dir="ltr">{reporter}</bdi>
          </p>
        </div>
      ),
    },
    { label: t('reports.about'), cell: (report) => <WhatWasReported {...report} /> },
    { label: t('reports.state'), cell: State },
    {
      label: t('reports.acts'),
      cell: ({ id, conversationId, reporter, settled }) => (
        <Acts className={wide}>
          {!settled && <Settle kind="report" id={id} />}
          <OfConversation id={conversationId} about={{ kind: 'report', id }} settled={settled} />
          <Answer kind="report" id={id} who={reporter} />
        </Acts>
      ),
    },
  ];
  return <AdminTable {...reportTable('report')} name="reports" columns={columns} list="listReports" live />;
}

export function TagReports() {
  const columns: Column<'listTagReports'>[] = [
    { label: t('reports.time'), sort: 'time', cell: ({ reportedAt }) => <When at={reportedAt} /> },
    { label: t('reports.code'), sort: 'code', cell: TagLink },
    {
      label: t('reports.about'),
      cell: ({ reason, text }) => (
        <>
          <strong>{t(`reports.reason-${reason}`)}</strong>
          <Words>{text}</Words>
        </>
      ),
    },
    { label: t('reports.state'), cell: State },
    {
      label: t('reports.acts'),
      cell: ({ id, conversationId, owner, settled }) => (
        <Acts className={wide}>
          {!settled && <Settle kind="tag-report" id={id} />}
          <OfConversation id={conversationId} about={{ kind: 'tag-report', id }} settled={settled} />
          {owner && <DisableAccount {...owner} />}
        </Acts>
      ),
    },
  ];
  return <AdminTable {...reportTable('tag-report')} name="tag-reports" columns={columns} list="listTagReports" live />;
}

export function ContactRequests() {
  const mailTo = (email: string, subject: string) =>
    `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`;
  const columns: Column<'listContactRequests'>[] = [
    { label: t('reports.time'), sort: 'time', cell: ({ sentAt }) => <When at={sentAt} /> },
    {
      label: t('reports.from'),
      sort: 'email',
      cell: ({ name, email, topic }) => (
        <div className="wrap-anywhere md:min-w-44">
          <bdi>{name}</bdi>{' '}
          <a href={mailTo(email, t('reports.mailSubject', { topic: t(`reports.topic-${topic}`) }))}>
            <bdi dir="ltr">{email}</bdi>
          </a>
        </div>
      ),
    },
    {
      label: t('reports.about'),
      cell: ({ topic, heldReason, text, note }) => (
        <>
          <strong>{t(`reports.topic-${topic}`)}</strong>
          {heldReason && <p className="font-bold">{t('reports.robot')}</p>}
          <Words>{text}</Words>
          {note && (
            <div className="mt-3 border-s-2 border-line ps-3">
              <p className="text-ink-soft">{t('reports.note')}</p>
              <Words>{note}</Words>
            </div>
          )}
        </>
      ),
    },
    { label: t('reports.state'), cell: State },
    {
      label: t('reports.acts'),
      cell: ({ id, email, note, settled }) => (
        <Acts className={wide}>
          {!settled && <Settle kind="contact-request" id={id} />}
          {settled?.decision !== 'spam' && <Answer kind="contact-request" id={id} who={email} />}
          <Note id={id} note={note} />
          {(!settled || settled.decision === 'spam') && <Spam id={id} spam={settled !== null} />}
        </Acts>
      ),
    },
  ];
  const table = reportTable('contact-request', ['done', 'spam', 'all']);
  return <AdminTable {...table} name="contact-requests" columns={columns} list="listContactRequests" live />;
}

function reportTable(kind: SettledKind, values: Exclude<ReportState, 'open'>[] = ['done', 'all']) {
  const labelOf = (state: string) => t(`reports.state-${state as ReportState}`);
  return {
    caption: t(`reports.${kind}`),
    searchHint: t(`reports.searchHint-${kind}`),
    none: t(`reports.none-${kind}`),
    states: { label: t('reports.state'), all: labelOf('open'), values, labelOf },
  };
}

const heldRefreshMs = 30_000;

/** The messages that wait for the mail of the day, without a word of them. */
export function HeldMessages() {
  const dismissed = useQuery(dismissedQuery).data?.dismissed;
  const columns: Column<'listHeldMessages'>[] = [
    { label: t('heldAdmin.time'), sort: 'time', cell: ({ sentAt }) => <DayAndTime at={sentAt} /> },
    { label: t('heldAdmin.item'), cell: ({ itemName }) => <bdi className="wrap-anywhere">{itemName}</bdi> },
    { label: t('heldAdmin.why'), cell: ({ heldReason }) => t(`thread.held-${heldReason}`) },
    {
      label: t('heldAdmin.acts'),
      cell: ({ id, conversationId }) => (
        <Acts>
          <Release id={id} />
          <Dismiss id={id} />
          <LinkButton href={adminReadingPath(conversationId, { kind: 'held-message', id })} variant="secondary">
            {t('moderation.read')}
          </LinkButton>
          <CloseConversation id={conversationId} about={{ kind: 'held-message', id }} />
        </Acts>
      ),
    },
  ];
  return (
    <>
      <AdminTable
        name="held-messages"
        caption={t('reports.held-message')}
        searchHint={t('heldAdmin.searchHint')}
        columns={columns}
        list="listHeldMessages"
        none={t('heldAdmin.none')}
        refreshMs={() => heldRefreshMs}
      />
      {dismissed !== undefined && <p className="text-ink-soft">{t('heldAdmin.dismissed', { count: dismissed })}</p>}
    </>
  );
}
