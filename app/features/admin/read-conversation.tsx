import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ReadingAbout } from '../../../domain/moderation/contract/reading.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { adminPeoplePath, adminReportsPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields.tsx';
import { ReadyWords } from '../../../ui/ready-words.tsx';
import { SaidDetails } from '../../../ui/said-details.tsx';
import { callFunction, reasonOf } from '../../core/data/call-function.ts';
import {
  type LongList,
  notCached,
  type PageRequest,
  pagedQuery,
  useLoadMore,
} from '../../core/data/function-queries.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { timeOf } from '../../widgets/dates.ts';
import { Failure, type FieldValues, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { LoadMore } from '../../widgets/loaded.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { isWordless } from '../inbox/message-words.ts';
import { Subject, WayBack, When, Words } from './admin-page.tsx';
import { BlockNetwork, CloseConversation, DisableAccount, Hide } from './moderation-acts.tsx';
import { adminKeys } from './queries.ts';

type Opened = FunctionOutput<'readConversationAsAdmin'>;
type Line = Opened['messages'][number] & { conversation: Opened };

type ReadConversationProps = { id: string; about: ReadingAbout };

export function ReadConversation({ id, about }: ReadConversationProps) {
  const read = async (request: PageRequest): Promise<LongList<Line>> => {
    const conversation = await callFunction('readConversationAsAdmin', { ...request, id });
    const rows = conversation.messages.toReversed().map((message) => ({ ...message, conversation }));
    return { rows, next: conversation.next };
  };
  const wanted = {
    ...pagedQuery<Line>([...adminKeys.opened, id], read),
    ...notCached,
    retry: false,
    // Asking again would take the form away, with the reason that is being typed.
    refetchOnReconnect: isRead,
    refetchOnWindowFocus: isRead,
  };
  const query = useQuery(wanted);
  const reading = useLoadMore(wanted);
  const back = { label: t('moderation.back'), href: adminReportsPath(about.kind) };
  const isNeeded = reasonOf(query.error) === 'reason-needed';
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-6">
      {isNeeded ? (
        <>
          <WayBack {...back} />
          <GiveReason id={id} about={about} />
        </>
      ) : (
        <Subject back={back} query={wanted} failure={t('moderation.failed')}>
          {(list) => (
            <>
              {list.rows[0] && <Head conversation={list.rows[0].conversation} about={about} />}
              <ol className="grid gap-3">
                {list.rows.map((message) => (
                  <li key={message.id} className="rounded-card border-2 border-line bg-card p-4">
                    <Message message={message} />
                  </li>
                ))}
              </ol>
              <LoadMore label={t('moderation.earlier')} list={list} reading={reading} />
            </>
          )}
        </Subject>
      )}
    </div>
  );
}

const isRead = ({ state }: { state: { status: string } }) => state.status !== 'error';

function GiveReason({ id, about }: ReadConversationProps) {
  const open = useChange(
    ({ reason = '' }: FieldValues) => callFunction('openConversationAsAdmin', { id, about, reason }),
    { onSuccess: () => queryClient.resetQueries({ queryKey: [...adminKeys.opened, id] }) },
  );
  const { ref, onSubmit, field, failure } = useForm(open);
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="grid gap-4">
      <PageHeading>{t('moderation.readQuestion')}</PageHeading>
      <p>{t('moderation.readText')}</p>
      <TextArea label={t('moderation.reason')} {...field('reason')} rows={3} />
      <Failure error={failure} />
      <Submit of={open} className="justify-self-start">
        {t('moderation.readVerb')}
      </Submit>
    </form>
  );
}

function Head({ conversation, about }: { conversation: Opened; about: ReadingAbout }) {
  const { id, itemName, owner, closed, network, openUntil } = conversation;
  return (
    <>
      <PageHeading className="wrap-anywhere">{t('moderation.about', { item: itemName })}</PageHeading>
      <p>{t('moderation.openUntil', { time: timeOf(openUntil) })}</p>
      {closed && <p className="font-bold">{t('thread.closed')}</p>}
      {network === 'blocked' && <p className="font-bold">{t('moderation.networkBlocked')}</p>}
      {network === 'forgotten' && <p className="text-ink-soft">{t('moderation.networkForgotten')}</p>}
      <div className="flex flex-wrap gap-3">
        <LinkButton href={adminPeoplePath(owner.uid)} variant="secondary">
          {t('moderation.account')}
        </LinkButton>
        {!closed && <CloseConversation id={id} about={about} />}
        <BlockNetwork id={id} about={about} network={network} />
        <DisableAccount {...owner} />
      </div>
    </>
  );
}

function Message({ message }: { message: Line }) {
  const { author, sentAt, heldReason, answer, text, details, pictureId, deleted, hidden, language } = message;
  return (
    <>
      <p className="text-ink-soft">
        {t(`reports.${author}`)} · <When at={sentAt} />
      </p>
      {message.member !== undefined && <ByMember member={message.member} />}
      {hidden && <p className="font-bold">{t(`said.${hidden}`)}</p>}
      {heldReason && <p className="font-bold">{t(`thread.held-${heldReason}`)}</p>}
      {answer && <p className="font-bold">{t(`answer.${answer}`)}</p>}
      <ReadyWords message={message} className="font-bold" />
      {text && <Words language={language}>{text}</Words>}
      {details && <SaidDetails details={details} className="wrap-anywhere" />}
      {pictureId && <p className="text-ink-soft">{t('thread.picture')}</p>}
      {deleted && (
        <p className="text-ink-soft">{t(message.conversation.wordsExpired ? 'said.expired' : 'said.deleted')}</p>
      )}
      {isWordless(message) && <p className="text-ink-soft">{t('thread.wordless')}</p>}
      {!deleted && (
        <div className="mt-3">
          <Hide id={message.id} hidden={hidden !== null} />
        </div>
      )}
    </>
  );
}

function ByMember({ member }: { member: NonNullable<Line['member']> | null }) {
  if (!member) return <p>{t('moderation.byFormerMember')}</p>;
  const account = (email: ReactNode) => <a href={adminPeoplePath(member.uid)}>{email}</a>;
  return <p className="wrap-anywhere">{t.rich('moderation.byMember', { email: member.email, account })}</p>;
}
