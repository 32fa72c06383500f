import { randomUUID } from 'node:crypto';
import { tagReportReasons } from '../../domain/items/contract/administered-tag.ts';
import { fromItemHash } from '../../domain/items/contract/item-hash.ts';
import { maxMessageLength } from '../../domain/messages/contract/limits.ts';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import { translationsIn } from '../../language/languages.ts';
import { conversationPath, conversationReportPath, itemPath, itemReportPath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import type { PageMetadata } from '../../ui/page-metadata.ts';
import type { PageContext } from '../document/page.ts';
import { type PageResult, showPage } from '../document/show-page.tsx';
import { formNotRead, unknownConversation, unknownTag, withUnsent } from '../document/system.tsx';
import { readTypedForm } from '../http/forms.ts';
import { sayWhenToRetry, statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext, type Visitor } from '../http/visitor.ts';
import { isLate, perhapsSent, SendingStatus } from './form-here.tsx';

type From = 'tag' | 'conversation';

export function showReport(site: Site, from: From) {
  return (c: SiteContext) => showReportPage(c, site, from);
}

export function sendReportOfTag(site: Site, from: From) {
  return async (c: SiteContext) => {
    const form = await readTypedForm(c);
    if (isRefused(form))
      return showPage(c, site, ({ t }) => formNotRead(t, form, { label: t('screen.backToForm'), href: c.req.path }));
    const { caller } = await readVisitor(c, site);
    const { reason, text, key = randomUUID() } = form;
    const data = { reason, text, key };
    const { hash, secret } = c.req.param() as { hash?: string; secret?: string };
    if (isLate(form)) {
      const refusal = perhapsSent(form, translationsIn(caller.language));
      return showReportPage(c, site, from, { text, key, refusal });
    }
    const sent =
      from === 'tag'
        ? await call('reportTag', caller, { ...data, hash }, site.services)
        : await call('reportTagOfConversation', caller, { ...data, secret }, site.services);
    if (!(sent instanceof Refusal)) return c.redirect(`${c.req.path}?sent`, 303);
    sayWhenToRetry(c, sent);
    return showReportPage(c, site, from, { text, key, refusal: sent });
  };
}

type Failure = { text: string | undefined; key: string; refusal: Refusal };

function showReportPage(c: SiteContext, site: Site, from: From, failure?: Failure): Promise<Response> {
  return showPage(c, site, async (context, visitor): Promise<PageResult> => {
    const about = await (from === 'tag' ? aboutTag : aboutConversation)(c, site, context, visitor);
    if ('metadata' in about) return withUnsent(context, about, failure?.text);
    return {
      face: 'finder',
      metadata: reportMetadata(context),
      path: about.action,
      status: failure ? statusOf(failure.refusal) : 200,
      body: (
        <ReportPage
          context={context}
          {...about}
          idempotencyKey={failure?.key ?? randomUUID()}
          isSent={context.query.has('sent')}
          typed={failure?.text}
          error={failure && refusalInWords(failure.refusal, context.t).message}
        />
      ),
    };
  });
}

type About = { action: string; back: { href: string; label: string } } | PageResult;

async function aboutTag(c: SiteContext, site: Site, context: PageContext, { caller }: Visitor): Promise<About> {
  const hash = c.req.param('hash') ?? '';
  const tag = await call('readTag', caller, { hash }, site.services);
  if (tag instanceof Refusal || tag.state === 'unknown' || tag.state === 'moved')
    return unknownTag(context, fromItemHash(hash));
  return { action: itemReportPath(hash), back: { href: itemPath(hash), label: context.t('tagReport.back') } };
}

async function aboutConversation(
  c: SiteContext,
  site: Site,
  context: PageContext,
  { caller }: Visitor,
): Promise<About> {
  const secret = c.req.param('secret') ?? '';
  const conversation = await call('readFinderConversation', caller, { secret, limit: 1 }, site.services);
  if (conversation instanceof Refusal) return unknownConversation(context);
  const back = { href: conversationPath(secret), label: context.t('details.back') };
  return { action: conversationReportPath(secret), back };
}

type ReportPageProps = {
  context: PageContext;
  action: string;
  back: { href: string; label: string };
  idempotencyKey: string;
  isSent: boolean;
  typed?: string | undefined;
  error?: string | undefined;
};

function reportMetadata({ t }: PageContext): PageMetadata {
  return {
    title: t('tagReport.title'),
    description: t('tagReport.description'),
    keywords: t('item.keywords'),
    noindex: true,
  };
}

/** Tells the operator that something is wrong with a tag, and whoever found one in their things what it can do. Works without scripts. */
function ReportPage({ context: { t }, action, back, idempotencyKey, isSent, typed, error }: ReportPageProps) {
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
