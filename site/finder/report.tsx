import { tagReportReasons } from '../../domain/items/contract/administered-tag.ts';
import { maxMessageLength } from '../../domain/messages/contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import type { PageMetadata } from '../../ui/page-metadata.ts';
import type { PageContext } from '../document/page.ts';
import { SendingStatus } from './sending-status.tsx';

export type ReportPageProps = {
  context: PageContext;
  action: string;
  back: { href: string; label: string };
  idempotencyKey: string;
  isSent: boolean;
  typed?: string | undefined;
  error?: string | undefined;
};

export function reportMetadata({ t }: PageContext): PageMetadata {
  return {
    title: t('tagReport.title'),
    description: t('tagReport.description'),
    keywords: t('item.keywords'),
    noindex: true,
  };
}

/** Tells the operator that something is wrong with a tag, and whoever found one in their things what it can do. Works without scripts. */
export function ReportPage({ context: { t }, action, back, idempotencyKey, isSent, typed, error }: ReportPageProps) {
  return (
    <div className="found">
      <h1>{t(isSent ? 'tagReport.sent' : 'tagReport.title')}</h1>
      <p>{t(isSent ? 'tagReport.sentText' : 'tagReport.text')}</p>
      {!isSent && (
        <form method="post" action={action} data-keep={`report-${action}`} data-returned={error && idempotencyKey}>
          <input type="hidden" name="key" value={idempotencyKey} />
          {error && (
            <p className="alert alert-error" role="alert">
              {error}
            </p>
          )}
          <TextArea
            label={t('tagReport.words')}
            hint={t('tagReport.wordsHint')}
            name="text"
            rows={3}
            maxLength={maxMessageLength}
            defaultValue={typed}
          />
          <fieldset>
            <legend>{t('tagReport.why')}</legend>
            {tagReportReasons.map((reason) => (
              <Button key={reason} name="reason" value={reason} variant="secondary">
                {t(`tagReport.${reason}`)}
              </Button>
            ))}
          </fieldset>
          <SendingStatus />
        </form>
      )}
      <section className="found-part" aria-labelledby="planted">
        <h2 id="planted">{t('tagReport.adviceTitle')}</h2>
        <p>{t('tagReport.danger')}</p>
        <p>{t('tagReport.noTracker')}</p>
        <p>{t('tagReport.otherTrackers')}</p>
      </section>
      <p>
        <a href={back.href}>{back.label}</a>
      </p>
    </div>
  );
}
