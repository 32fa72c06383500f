import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Settled } from '../../domain/moderation/contract/settled.ts';
import type { SettledKind } from '../../domain/today/contract/schema.ts';
import { adminReadingPath, adminReportsPath, adminTagsPath, tagPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { Loaded } from '../data/loaded.tsx';
import { useReadOn } from '../data/long-lists.ts';
import { whenOf } from '../widgets/dates.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ReadOn } from '../widgets/read-on.tsx';
import { AdminOnly } from './admin-only.tsx';
import { HeldMessages } from './held-messages.tsx';
import { Answer, CloseConversation, DisableAccount } from './moderation-acts.tsx';
import { ReadConversation } from './read-conversation.tsx';
import {
  type ContactRequest,
  type Report,
  readTold,
  type TagReport,
  type Told,
  toldKinds,
  toldQuery,
} from './told-queries.ts';

/** What people told the operator and no administrator is done with, one kind at a time. */
export function AdminReports() {
  const t = useWords();
  const [params] = useSearchParams();
  const kind = toldKinds.find((each) => each === params.get('kind')) ?? 'report';
  const [conversation, about] = [params.get('conversation'), params.get('about')];
  const all = params.get('show') === 'all';
  if (conversation && about)
    return (
      <AdminOnly>
        <ReadConversation key={conversation} id={conversation} about={{ kind, id: about }} />
      </AdminOnly>
    );
  return (
    <AdminOnly>
      <div className={`grid grid-cols-1 gap-6 ${kind === 'held-message' ? '' : 'mx-auto max-w-2xl'}`}>
        <PageHeading>{t('told.title')}</PageHeading>
        <nav aria-label={t('told.kind')}>
          <ul className="flex flex-wrap gap-x-6">
            {toldKinds.map((each) => (
              <li key={each}>
                <a
                  href={adminReportsPath(each)}
                  aria-current={each === kind ? 'page' : undefined}
                  className="inline-flex min-h-12 items-center aria-[current]:font-bold"
                >
                  {t(`told.${each}`)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {kind === 'held-message' ? (
          <HeldMessages />
        ) : (
          <>
            <p>
              <a href={adminReportsPath(kind, all ? undefined : 'all')}>
                {t(all ? 'moderation.showOpen' : 'moderation.showAll')}
              </a>
            </p>
            <List key={`${kind}${all}`} kind={kind} all={all} />
          </>
        )}
      </div>
    </AdminOnly>
  );
}

function List({ kind, all }: { kind: SettledKind; all: boolean }) {
  const t = useWords();
  const query = toldQuery(kind, all);
  const reading = useReadOn(query, (request) => readTold(kind, all, request));
  return (
    <Loaded query={useQuery(query)} failure={t('told.failed')}>
      {(list) => (
        <>
          <p role="status">{list.rows.length === 0 && t('told.none')}</p>
          <ul className="grid grid-cols-1 gap-3">
            {list.rows.map((told) => (
              <li key={told.id} className="grid grid-cols-1 gap-2 rounded-card border-2 border-line bg-card p-4">
                <Line told={told} />
                <Acts kind={kind} told={told} />
              </li>
            ))}
          </ul>
          <ReadOn label={t('told.more')} list={list} reading={reading} />
        </>
      )}
    </Loaded>
  );
}

function Acts({ kind, told }: { kind: SettledKind; told: Told }) {
  const t = useWords();
  const about = { kind, id: told.id };
  const conversationId = 'conversationId' in told ? told.conversationId : null;
  const { settled } = told;
  return (
    <>
      {settled && <Decided {...settled} />}
      <div className="flex flex-wrap gap-3">
        {!settled && <Settle kind={kind} id={told.id} />}
        {conversationId && (
          <LinkButton href={adminReadingPath(conversationId, about)} variant="secondary">
            {t('moderation.read')}
          </LinkButton>
        )}
        {conversationId && !settled && <CloseConversation id={conversationId} about={about} />}
        {'ownerUid' in told && told.ownerUid && <DisableAccount uid={told.ownerUid} />}
        {'reporter' in told && <Answer kind="report" id={told.id} who={told.reporter} />}
        {'email' in told && <Answer kind="contact-request" id={told.id} who={told.email} />}
      </div>
    </>
  );
}

function Decided({ at, by, decision }: Settled) {
  const t = useWords();
  return (
    <p className="wrap-anywhere text-ink-soft">
      {t(`moderation.decision-${decision}`, { by: by ?? '–' })} · <time dateTime={at}>{whenOf(at)}</time>
    </p>
  );
}

function Settle({ kind, id }: { kind: SettledKind; id: string }) {
  const t = useWords();
  const client = useQueryClient();
  const settle = useMutation({
    mutationFn: () => callFunction('settle', { kind, id }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['needs'] }),
  });
  return (
    <div>
      <Button type="button" variant="secondary" disabled={settle.isPending} onClick={() => settle.mutate()}>
        {t('told.settle')}
      </Button>
      {settle.error && <Notice tone="error">{settle.error.message}</Notice>}
    </div>
  );
}

function Line({ told }: { told: Told }) {
  if ('reporter' in told) return <ReportLine report={told} />;
  if ('code' in told) return <TagReportLine report={told} />;
  return <RequestLine request={told} />;
}

function ReportLine({ report: { reason, itemName, reporter, note, messages, reportedAt } }: { report: Report }) {
  const t = useWords();
  return (
    <>
      <Head at={reportedAt}>{t('told.head', { about: t(`report.reason-${reason}`), name: itemName })}</Head>
      <p className="wrap-anywhere">{t('told.by', { who: reporter })}</p>
      <Words>{note}</Words>
      <details>
        <summary className="cursor-pointer py-3 font-[650]">{t('told.conversation')}</summary>
        <ol className="grid gap-2">
          {messages.map(({ author, text, answer, details, sentAt }) => (
            <li key={`${sentAt}${author}${text}`}>
              <p className="text-ink-soft">
                {t(`told.${author}`)} · <time dateTime={sentAt}>{whenOf(sentAt)}</time>
              </p>
              <Words>{[answer && t(`answer.${answer}`), text, details?.place].filter(Boolean).join('\n')}</Words>
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

function TagReportLine({ report: { code, reason, text, reportedAt } }: { report: TagReport }) {
  const t = useWords();
  return (
    <>
      <Head at={reportedAt}>
        {t('told.head', { about: t(`told.reason-${reason}`), name: t('told.tag', { code }) })}
      </Head>
      <Words>{text}</Words>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <a href={tagPath(code)}>{t('told.open')}</a>
        <a href={adminTagsPath({ tag: code })}>{t('told.manageTag')}</a>
      </p>
    </>
  );
}

function RequestLine({ request: { topic, name, email, text, heldReason, sentAt } }: { request: ContactRequest }) {
  const t = useWords();
  return (
    <>
      <Head at={sentAt}>{t(`told.topic-${topic}`)}</Head>
      <p className="wrap-anywhere">
        <bdi>{name}</bdi>{' '}
        <a href={`mailto:${encodeURIComponent(email)}`}>
          <bdi dir="ltr">{email}</bdi>
        </a>
      </p>
      {heldReason && <p className="font-bold">{t('told.robot')}</p>}
      <Words>{text}</Words>
    </>
  );
}

function Head({ at, children }: { at: string; children: ReactNode }) {
  return (
    <>
      <h2 className="wrap-anywhere">{children}</h2>
      <p className="text-ink-soft">
        <time dateTime={at}>{whenOf(at)}</time>
      </p>
    </>
  );
}

/** As it was typed, and in its own direction. */
function Words({ children }: { children: string }) {
  return (
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {children}
    </p>
  );
}
