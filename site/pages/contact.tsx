import { contactTopics, maxContactLength } from '../../domain/contact/contract/schema.ts';
import { maxTypedCodeLength } from '../../domain/items/contract/limits.ts';
import { readTagCode } from '../../domain/items/contract/tag-code.ts';
import { maxEmailLength, maxPersonNameLength } from '../../domain/texts/contract/limits.ts';
import { inGroups } from '../../domain/texts/contract/typed-codes.ts';
import { Refusal, refusalInWords } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import type { Translations } from '../../language/create-translations.ts';
import { homePath, staticPath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextArea, TextField } from '../../ui/fields.tsx';
import type { PageContext, StaticPage } from '../document/page.ts';
import { showPage } from '../document/show-page.tsx';
import { formNotRead } from '../document/system.tsx';
import { readIdempotencyKey, readTypedForm, renewedFormCookie } from '../http/forms.ts';
import { sayWhenToRetry, statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';
import { Article, ArticleSection, linkTo, operatorEmail } from './article.tsx';
import { OwnSections } from './own-text.tsx';
import { drawWords } from './show-words.tsx';

type ContactForm = {
  typed?: Record<string, string>;
  errors?: Record<string, string>;
  /** Unique to this rendering; without it the form cookie tells one sending from another. */
  idempotencyKey?: string | undefined;
  isSent?: boolean;
};

export const contact = contactPage();

function contactPage(form: ContactForm = {}): StaticPage {
  return {
    drawing: 'phone',
    metadata: (t, { productName: product }) => ({
      title: t('contactPage.documentTitle', { product }),
      description: t('contactPage.description', { product }),
      keywords: t('contactPage.keywords'),
    }),
    Body: (context) => <ContactPage context={context} {...form} />,
    OwnBody: ({ own: { title, lead, text }, ...context }) => (
      <Article title={title} lead={lead} drawing="phone">
        <OwnSections text={text} />
        <Write t={context.t} brand={context.brand} {...form} />
      </Article>
    ),
  };
}

function ContactPage({ context: { t, brand }, ...form }: { context: PageContext } & ContactForm) {
  return (
    <Article title={t('contactPage.title')} lead={t('contactPage.lead')} drawing="phone">
      <ArticleSection id="found" title={t('contactPage.found')}>
        <p>{t.rich('contactPage.foundText', { typeCode: linkTo(homePath('found')) })}</p>
      </ArticleSection>
      <ArticleSection id="lost" title={t('contactPage.lost')}>
        <p>{t.rich('contactPage.lostText', { first: linkTo(staticPath('support', 'lost')) })}</p>
      </ArticleSection>
      <Write t={t} brand={brand} {...form} />
      <ArticleSection id="abuse" title={t('contactPage.abuse')}>
        <p>{t('contactPage.abuseText')}</p>
      </ArticleSection>
    </Article>
  );
}

function Write({ t, brand, ...form }: Pick<PageContext, 't' | 'brand'> & ContactForm) {
  return (
    <ArticleSection id="write" title={t('contactPage.form')}>
      {form.isSent && (
        <Alert tone="success">
          <p>{t('contactPage.sent')}</p>
        </Alert>
      )}
      <Form t={t} {...form} />
      {brand.contactEmail && <p className="mt-5">{t.rich('contactPage.writeTo', operatorEmail(brand))}</p>}
    </ArticleSection>
  );
}

function Form({ t, typed = {}, errors, idempotencyKey }: { t: Translations } & ContactForm) {
  const topics = contactTopics.map((topic) => ({ value: topic, label: t(`contactPage.topic-${topic}`) }));
  return (
    <form method="post" action={staticPath('contact', 'write')} noValidate className="grid grid-cols-1 gap-5">
      {errors && (
        <Alert tone="error">
          <p>{errors.form ?? t('contactPage.again')}</p>
        </Alert>
      )}
      {idempotencyKey && <input type="hidden" name="key" value={idempotencyKey} />}
      <Select
        name="topic"
        label={t('contactPage.topic')}
        options={[{ value: '', label: '' }, ...topics]}
        defaultValue={typed.topic ?? ''}
        error={errors?.topic}
      />
      <TextArea
        name="text"
        label={t('contactPage.text')}
        hint={t('contactPage.textHint')}
        rows={6}
        maxLength={maxContactLength}
        aria-required
        defaultValue={typed.text}
        error={errors?.text}
      />
      <TextField
        name="email"
        type="email"
        label={t('contactPage.email')}
        hint={t('contactPage.emailHint')}
        autoComplete="email"
        maxLength={maxEmailLength}
        dir="ltr"
        aria-required
        defaultValue={typed.email}
        error={errors?.email}
      />
      <TextField
        name="name"
        label={t('contactPage.name')}
        autoComplete="name"
        maxLength={maxPersonNameLength}
        defaultValue={typed.name}
        error={errors?.name}
      />
      <input name="website" hidden />
      <p>
        <Button>{t('contactPage.send')}</Button>
      </p>
    </form>
  );
}

export function showContact(site: Site) {
  return (c: SiteContext) => showForm(c, site);
}

export function sendContact(site: Site) {
  return async (c: SiteContext) => {
    const form = await readTypedForm(c);
    if (isRefused(form)) {
      const href = staticPath('contact');
      return showPage(c, site, ({ t }) => formNotRead(t, form, { label: t('screen.backToForm'), href }), 'rest');
    }
    const visitor = await readVisitor(c, site);
    const { topic, text, email, name } = form;
    const typed = { topic, text, email, name };
    const heldReason = form.website ? 'hidden-field' : visitor.caller.heldReason;
    const { key, ofForm } = readIdempotencyKey(form, visitor);
    const result = await call(
      'sendContactRequest',
      { ...visitor.caller, heldReason },
      { ...typed, key },
      site.services,
    );
    if (!(result instanceof Refusal)) return c.redirect(`${staticPath('contact')}?sent#write`, 303);
    sayWhenToRetry(c, result);
    return showForm(c, site, { typed: form, key: ofForm, refusal: result });
  };
}

function aboutTag({ t, query }: PageContext): Record<string, string> {
  const code = readTagCode((query.get('tag') ?? '').slice(0, maxTypedCodeLength));
  return code ? { topic: 'tag', text: `${t('contactPage.aboutTag', { code: inGroups(code) })}\n\n` } : {};
}

type Failure = { typed: Record<string, string>; key: string | undefined; refusal: Refusal };

function showForm(c: SiteContext, site: Site, failure?: Failure): Promise<Response> {
  const formCookie = renewedFormCookie(c.req.header('cookie'), site);
  if (formCookie) c.header('Set-Cookie', formCookie, { append: true });
  const { typed, key, refusal } = failure ?? {};
  return showPage(
    c,
    site,
    async (context) => {
      const said = refusal && refusalInWords(refusal, context.t);
      const errors = said && (said.details?.fields ?? { form: said.message });
      const isSent = context.query.has('sent');
      const form = { typed: typed ?? aboutTag(context), ...(errors && { errors }), idempotencyKey: key, isSent };
      const shown = await drawWords('contact', contactPage(form), context, site);
      return { ...shown, status: refusal ? statusOf(refusal) : 200 };
    },
    'rest',
  );
}
