import type { Settled } from '../../../domain/moderation/contract/reports.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { reportedPicturePath } from '../../../paths/paths.ts';
import { TextLink } from '../../../ui/button.tsx';
import { ReadyWords } from '../../../ui/ready-words.tsx';
import { SaidDetails } from '../../../ui/said-details.tsx';
import { t } from '../../core/document/app-translations.ts';
import { When, Words } from './admin-page.tsx';

type Report = FunctionOutput<'listReports'>['rows'][number];

export function State({ settled }: { settled: Settled | null }) {
  if (!settled) return t('reports.state-open');
  const { at, by, decision } = settled;
  return (
    <span className="wrap-anywhere">
      {t(`moderation.decision-${decision}`, { by: by ?? '–' })}
      <br />
      <When at={at} />
    </span>
  );
}

export function WhatWasReported({ reason, note, messages, pictures }: Report) {
  return (
    <>
      <strong>{t(`report.reason-${reason}`)}</strong>
      <Words>{note}</Words>
      <details>
        <summary className="cursor-pointer py-3 font-[650]">{t('reports.conversation')}</summary>
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

function ReportedMessage({ message, isPictureKept }: { message: Report['messages'][number]; isPictureKept: boolean }) {
  const { author, sentAt, answer, text, details, pictureId, reply, meeting } = message;
  const isEmpty = !(answer || text || details || pictureId || reply || meeting);
  return (
    <>
      <p className="text-ink-soft">
        {t(`reports.${author}`)} · <When at={sentAt} />
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
  if (!isKept) return <p className="text-ink-soft">{t('thread.picture')}</p>;
  return (
    <TextLink href={reportedPicturePath(id, '1600')} target="_blank" rel="noreferrer">
      {t('reports.showPicture')}
    </TextLink>
  );
}
