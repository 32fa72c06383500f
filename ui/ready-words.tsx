import { asksForMark } from '../domain/messages/contract/ready-replies.ts';
import type { Message } from '../domain/messages/contract/schema.ts';
import { momentInWords } from './dates.ts';
import { useTranslations } from './translations-context.ts';

type ReadyWordsProps = { message: Pick<Message, 'reply' | 'meeting'>; className: string };

export function ReadyWords({ message: { reply, meeting }, className }: ReadyWordsProps) {
  const t = useTranslations();
  if (!meeting) return reply && <p className={className}>{t(`reply.${reply}`)}</p>;
  return (
    <>
      <p className={className}>{t('meeting.ask')}</p>
      <p>{t(`meeting.${meeting.place}`)}</p>
      {meeting.at && <p>{momentInWords(meeting.at, t)}</p>}
    </>
  );
}

export function ReadyHint({ message: { reply, meeting }, className }: ReadyWordsProps) {
  const t = useTranslations();
  if (meeting) return <p className={className}>{t('meeting.safety')}</p>;
  return asksForMark(reply) && <p className={className}>{t('reply.whyMark')}</p>;
}
