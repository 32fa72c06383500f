import { useState } from 'react';
import { newIdempotencyKey } from '../../../browser/idempotency-key.ts';
import { maxReportNoteLength } from '../../../domain/messages/contract/limits.ts';
import { type ReportReason, reportReasons } from '../../../domain/messages/contract/report-reasons.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Select, TextArea } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';

export function ReportButton({ id, canBlock }: { id: string; canBlock: boolean }) {
  const t = useTranslations();
  const [key, setKey] = useState(newIdempotencyKey);
  const [isSent, setSent] = useState(false);
  const report = async ({ reason, note = '' }: Record<string, string>) => {
    await callFunction('reportConversation', { id, key, reason: reason as ReportReason, note });
    setKey(newIdempotencyKey());
    setSent(true);
  };
  const reasons = reportReasons.map((reason) => ({ value: reason as string, label: t(`report.reason-${reason}`) }));
  return (
    <>
      {isSent && <Alert tone="success">{t(canBlock ? 'report.sentCanBlock' : 'report.sent')}</Alert>}
      <ConfirmButton
        label={t('report.open')}
        variant="secondary"
        question={t('report.question')}
        verb={t('report.send')}
        action={report}
        fields={(wrong) => (
          <>
            <Select
              label={t('report.why')}
              name="reason"
              options={[{ value: '', label: t('report.choose') }, ...reasons]}
              {...errorOf(wrong.reason)}
            />
            <TextArea
              label={t('report.note')}
              name="note"
              rows={3}
              maxLength={maxReportNoteLength}
              {...errorOf(wrong.note)}
            />
          </>
        )}
      >
        <p>{t('report.text')}</p>
      </ConfirmButton>
    </>
  );
}

const errorOf = (error: string | undefined) => (error === undefined ? {} : { error });
