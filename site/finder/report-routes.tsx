import { randomUUID } from 'node:crypto';
import { fromItemHash } from '../../domain/items/contract/item-hash.ts';
import { tagReportReasons } from '../../domain/items/contract/tag-actions.ts';
import { maxMessageLength } from '../../domain/messages/contract/limits.ts';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import { translationsIn } from '../../language/languages.ts';
import { conversationPath, conversationStepPath, itemPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { LinkLine } from '../document/link-line.tsx';
import type { PageContext } from '../document/page.ts';
import { type PageResult, showPage } from '../document/show-page.tsx';
import { onForm, unknownConversation, withUnsent } from '../document/system.tsx';
import { callFor, readVisitor, type SiteContext, secretOf } from '../http/visitor.ts';
import { isLate, KeptForm, perhapsSent } from './form-here.tsx';
import { unknownTag } from './tag-states.tsx';

type Failure = { text: string | undefined; key: string; refusal: Refusal };

export const sendReportOfTag = onForm(async (c, form) => {
  const { reason, text, key = randomUUID() } = form;
  const { caller } = await readVisitor(c);
  if (isLate(form)) return showReport(c, { text, key, refusal: perhapsSent(form, translationsIn(caller.language)) });
  const data = { reason, text, key, ...c.req.param() };
  const sent = await callFor(c, 'hash' in data ? 'reportTag' : 'reportTagOfConversation', data);
  if (sent instanceof Refusal) return showReport(c, { text, key, refusal: sent });
  return c.redirect(`${c.req.path}?sent`, 303);
});

/** GET /item/{hash}/report or /conversation/{secret}/report. */
export function showReport(c: SiteContext, failure?: Failure): Promise<Response> {
  return showPage(c, async (context): Promise<PageResult> => {
    const { t } = context;
    const about = await (c.req.param('hash') === undefined ? aboutConversation : aboutTag)(c, context);
    if ('metadata' in about) return withUnsent(context, about, failure?.text);
    return {
      metadata: {
        title: t('tagReport.title'),
        description: t('tagReport.description'),
        keywords: t('item.keywords'),
      },
      path: about.action,
      refusal: failure?.refusal,
      body: (
        <ReportPage
          t={t}
          {...about}
          idempotencyKey={failure?.key ?? randomUUID()}
          isSent={context.query.has('sent')}
          typed={failure?.text}
          error={failure && refusalInWords(failure.refusal, t).message}
        />
      ),
    };
  });
}

type About = { action: string; back: { href: string; label: string } } | PageResult;

async function aboutTag(c: SiteContext, context: PageContext): Promise<About> {
  const hash = c.req.param('hash') ?? '';
  const tag = await callFor(c, 'readTag', { hash });
  if (tag instanceof Refusal || tag.state === 'unknown' || tag.state === 'moved')
    return unknownTag(context, fromItemHash(hash));
  return { action: itemPath(hash, 'report'), back: { href: itemPath(hash), label: context.t('tagReport.back') } };
}

async function aboutConversation(c: SiteContext, context: PageContext): Promise<About> {
  const secret = secretOf(c);
  const conversation = await callFor(c, 'readFinderConversation', { secret, limit: 1 });
  if (conversation instanceof Refusal) return unknownConversation(context);
  const back = { href: conversationPath(secret), label: context.t('details.back') };
  return { action: conversationStepPath(secret, 'report'), back };
}

type ReportPageProps = {
  t: PageContext['t'];
  action: string;
  back: { href: string; label: string };
  idempotencyKey: string;
  isSent: boolean;
  typed?: string | undefined;
  error?: string | undefined;
};

/** Tells the operator that something is wrong with a tag, and whoever found one in their things what it can do. Works without scripts. */
function ReportPage({ t, action, back, idempotencyKey, isSent, typed, error }: ReportPageProps) {
  return (
    <div className="found">
      <h1>{t(isSent ? 'tagReport.sent' : 'tagReport.title')}</h1>
      <p>{t(isSent ? 'tagReport.sentText' : 'tagReport.text')}</p>
      {!isSent && (
        <KeptForm {...{ action, idempotencyKey }} name={`report-${action}`} returned={error && idempotencyKey}>
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
        </KeptForm>
      )}
      <section className="found-part" aria-labelledby="planted">
        <h2 id="planted">{t('tagReport.adviceTitle')}</h2>
        <p>{t('tagReport.danger')}</p>
        <p>{t('tagReport.noTracker')}</p>
        <p>{t('tagReport.otherTrackers')}</p>
      </section>
      <LinkLine href={back.href}>{back.label}</LinkLine>
    </div>
  );
}
