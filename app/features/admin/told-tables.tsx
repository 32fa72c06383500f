import { Link } from 'react-router';
import type { Settled, SettledKind, ToldState } from '../../../domain/moderation/contract/told.ts';
import { inGroups } from '../../../domain/texts/contract/typed-codes.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import type { Translations as Catalogue } from '../../../language/create-translations.ts';
import { adminTagsPath, reportedPicturePath } from '../../../paths/paths.ts';
import { ReadyWords } from '../../../ui/ready-words.tsx';
import { SaidDetails } from '../../../ui/said-details.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { whenOf } from '../../widgets/dates.ts';
import { AdminTable, type Column } from './admin-table.tsx';
import { Answer, DisableAccount } from './moderation-acts.tsx';
import { Acts, NoSpam, Note, OfConversation, Settle, Spam } from './told-acts.tsx';

type Report = FunctionOutput<'listReports'>['rows'][number];

/** Reports of conversations, each with what was written in it then. */
export function Reports() {
  const t = useTranslations();
  const columns: Column<'listReports'>[] = [
    { label: t('told.time'), sort: 'time', cell: ({ reportedAt }) => <When at={reportedAt} /> },
    {
      label: t('told.item'),
      sort: 'item',
      cell: ({ itemName, reporter }) => (
        <div className="wrap-anywhere md:min-w-44">
          <bdi>{itemName}</bdi>
          <p className="text-ink-soft">
            {t('told.from')}: <bdi dir="ltr">{reporter}</bdi>
          </p>
        </div>
      ),
    },
    { label: t('told.about'), cell: (report) => <WhatWasReported {...report} /> },
    { label: t('told.state'), cell: State },
    {
      label: t('told.acts'),
      cell: ({ id, conversationId, reporter, settled }) => (
        <Acts>
          {!settled && <Settle kind="report" id={id} />}
          <OfConversation id={conversationId} about={{ kind: 'report', id }} settled={settled} />
          <Answer kind="report" id={id} who={reporter} />
        </Acts>
      ),
    },
  ];
  return (
    <AdminTable
      {...toldTable('report', t)}
      name="reports"
      columns={columns}
      list="listReports"
      states={statesFor(['done', 'all'], t)}
      live
    />
  );
}

export function TagReports() {
  const t = useTranslations();
  const columns: Column<'listTagReports'>[] = [
    { label: t('told.time'), sort: 'time', cell: ({ reportedAt }) => <When at={reportedAt} /> },
    {
      label: t('told.code'),
      sort: 'code',
      cell: ({ code }) => <Link to={adminTagsPath({ tag: code })}>{inGroups(code).toUpperCase()}</Link>,
    },
    {
      label: t('told.about'),
      cell: ({ reason, text }) => (
        <>
          <strong>{t(`told.reason-${reason}`)}</strong>
          <Words>{text}</Words>
        </>
      ),
    },
    { label: t('told.state'), cell: State },
    {
      label: t('told.acts'),
      cell: ({ id, conversationId, owner, settled }) => (
        <Acts>
          {!settled && <Settle kind="tag-report" id={id} />}
          <OfConversation id={conversationId} about={{ kind: 'tag-report', id }} settled={settled} />
          {owner && <DisableAccount {...owner} />}
        </Acts>
      ),
    },
  ];
  return (
    <AdminTable
      {...toldTable('tag-report', t)}
      name="tag-reports"
      columns={columns}
      list="listTagReports"
      states={statesFor(['done', 'all'], t)}
      live
    />
  );
}

/** What people wrote on the contact page. */
export function ContactRequests() {
  const t = useTranslations();
  const columns: Column<'listContactRequests'>[] = [
    { label: t('told.time'), sort: 'time', cell: ({ sentAt }) => <When at={sentAt} /> },
    {
      label: t('told.from'),
      sort: 'email',
      cell: ({ name, email, topic }) => (
        <div className="wrap-anywhere md:min-w-44">
          <bdi>{name}</bdi>{' '}
          <a href={mailTo(email, t('told.mailSubject', { topic: t(`told.topic-${topic}`) }))}>
            <bdi dir="ltr">{email}</bdi>
          </a>
        </div>
      ),
    },
    {
      label: t('told.about'),
      cell: ({ topic, heldReason, text, note }) => (
        <>
          <strong>{t(`told.topic-${topic}`)}</strong>
          {heldReason && <p className="font-bold">{t('told.robot')}</p>}
          <Words>{text}</Words>
          {note && (
            <div className="mt-3 border-s-2 border-line ps-3">
              <p className="text-ink-soft">{t('told.note')}</p>
              <Words>{note}</Words>
            </div>
          )}
        </>
      ),
    },
    { label: t('told.state'), cell: State },
    {
      label: t('told.acts'),
      cell: ({ id, email, note, settled }) => (
        <Acts>
          {!settled && <Settle kind="contact-request" id={id} />}
          {settled?.decision !== 'spam' && <Answer kind="contact-request" id={id} who={email} />}
          <Note id={id} note={note} />
          {!settled && <Spam id={id} />}
          {settled?.decision === 'spam' && <NoSpam id={id} />}
        </Acts>
      ),
    },
  ];
  return (
    <AdminTable
      {...toldTable('contact-request', t)}
      name="contact-requests"
      columns={columns}
      list="listContactRequests"
      states={statesFor(['done', 'spam', 'all'], t)}
      live
    />
  );
}

function toldTable(kind: SettledKind, t: Catalogue) {
  return {
    caption: t(`told.${kind}`),
    searchLabel: t('told.search'),
    searchHint: t(`told.searchHint-${kind}`),
    none: t('told.none'),
  };
}

/** Without one, what is open. */
function statesFor(states: Exclude<ToldState, 'open'>[], t: Catalogue) {
  const options = states.map((value) => ({ value, label: t(`told.state-${value}`) }));
  return { label: t('told.state'), all: t('told.state-open'), options };
}

const mailTo = (email: string, subject: string) =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`;

function State({ settled }: { settled: Settled | null }) {
  const t = useTranslations();
  if (!settled) return t('told.state-open');
  const { at, by, decision } = settled;
  return (
    <span className="wrap-anywhere">
      {t(`moderation.decision-${decision}`, { by: by ?? '–' })}
      <br />
      <When at={at} />
    </span>
  );
}

function WhatWasReported({ reason, note, messages, pictures }: Report) {
  const t = useTranslations();
  return (
    <>
      <strong>{t(`report.reason-${reason}`)}</strong>
      <Words>{note}</Words>
      <details>
        <summary className="cursor-pointer py-3 font-[650]">{t('told.conversation')}</summary>
        <ol className="grid gap-2">
          {messages.map((message) => (
            <li key={`${message.sentAt}${message.author}${message.text}`}>
              <ReportedMessage message={message} isPictureKept={pictures.includes(message.pictureId ?? '')} />
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

type ReportedMessageProps = { message: Report['messages'][number]; isPictureKept: boolean };

function ReportedMessage({ message, isPictureKept }: ReportedMessageProps) {
  const t = useTranslations();
  const { author, sentAt, answer, text, details, pictureId, reply, meeting } = message;
  const isEmpty = !(answer || text || details || pictureId || reply || meeting);
  return (
    <>
      <p className="text-ink-soft">
        {t(`told.${author}`)} · <When at={sentAt} />
      </p>
      {answer && <p className="font-bold">{t(`answer.${answer}`)}</p>}
      <ReadyWords message={message} className="font-bold" />
      {text && <Words>{text}</Words>}
      {details && <SaidDetails details={details} className="wrap-anywhere" />}
      {pictureId && <ReportedPicture id={pictureId} isKept={isPictureKept} />}
      {isEmpty && <p className="text-ink-soft">{t('thread.wordless')}</p>}
    </>
  );
}

/** Shown only to whoever asks for it: it may be what was reported. */
function ReportedPicture({ id, isKept }: { id: string; isKept: boolean }) {
  const t = useTranslations();
  if (!isKept) return <p className="text-ink-soft">{t('thread.picture')}</p>;
  return (
    <a
      href={reportedPicturePath(id, '1600')}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-12 items-center"
    >
      {t('told.showPicture')}
    </a>
  );
}

const When = ({ at }: { at: string }) => <time dateTime={at}>{whenOf(at)}</time>;

/** As it was typed, and in its own direction. */
const Words = ({ children }: { children: string }) => (
  <p dir="auto" className="whitespace-pre-line wrap-anywhere">
    {children}
  </p>
);
