import { contactTopics, maxContactLength } from '../../domain/contact/contract/limits.ts';
import { maxTypedCodeLength } from '../../domain/items/contract/limits.ts';
import { readTagCode } from '../../domain/items/contract/tag-code.ts';
import { maxEmailLength, maxPersonNameLength } from '../../domain/texts/contract/limits.ts';
import { inGroups } from '../../domain/texts/contract/typed-codes.ts';
import { Refusal } from '../../functions/define.ts';
import type { Translations } from '../../language/create-translations.ts';
import { homePath, staticPath } from '../../paths/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextArea, TextField } from '../../ui/fields.tsx';
import { metadataIn, type PageContext, type StaticPage } from '../document/page.ts';
import { showPage } from '../document/show-page.tsx';
import { onForm } from '../document/system.tsx';
import { readIdempotencyKey, renewedFormCookie } from '../http/forms.ts';
import { errorsOf } from '../http/send-file.ts';
import { callFor, readVisitor, type SiteContext } from '../http/visitor.ts';
import { Article, ArticleSection, linkTo, operatorEmail, TextSections } from './article.tsx';
import { drawWords } from './show-words.tsx';

type ContactForm = {
  typed?: Record<string, string>;
  errors?: Record<string, string> | undefined;
  /** Unique to this rendering; without it the form cookie tells one sending from another. */
  idempotencyKey?: string | undefined;
  isSent?: boolean;
};

export const contact = contactPage();

function contactPage(form: ContactForm = {}): StaticPage {
  return {
    drawing: 'phone',
    metadata: metadataIn('contactPage', 'documentTitle'),
    Body: (context) => <ContactPage context={context} {...form} />,
    Below: ({ t, brand }) => <Write {...{ t, brand }} {...form} />,
  };
}

function ContactPage({ context: { t, brand }, ...form }: { context: PageContext } & ContactForm) {
  return (
    <Article title={t('contactPage.title')} lead={t('contactPage.lead')} drawing="phone">
      <TextSections
        area="contactPage"
        sections={{ found: ['foundText'], lost: ['lostText'] }}
        values={{ typeCode: linkTo(homePath('found')), first: linkTo(staticPath('support', 'lost')) }}
      />
      <Write t={t} brand={brand} {...form} />
      <TextSections area="contactPage" sections={{ abuse: ['abuseText'] }} />
    </Article>
  );
}

function Write({ t, brand, ...form }: Pick<PageContext, 't' | 'brand'> & ContactForm) {
  return (
    <ArticleSection id="write" title={t('contactPage.form')}>
      {form.isSent && (
        <div className="mb-5">
          <Alert tone="success" text={t('contactPage.sent')} />
        </div>
      )}
      <Form t={t} {...form} />
      {brand.contactEmail && <p className="mt-5">{t.rich('contactPage.writeTo', operatorEmail(brand))}</p>}
    </ArticleSection>
  );
}

function Form({ t, typed = {}, errors, idempotencyKey }: { t: Translations } & ContactForm) {
  const topics = contactTopics.map((topic) => ({ value: topic, label: t(`contactPage.topic-${topic}`) }));
  const field = (name: 'topic' | 'text' | 'email' | 'name') => ({
    name,
    label: t(`contactPage.${name}`),
    defaultValue: typed[name],
    error: errors?.[name],
  });
  return (
    <form method="post" action={staticPath('contact', 'write')} noValidate className="grid grid-cols-1 gap-5">
      {errors && <Alert tone="error" text={errors.form ?? t('contactPage.again')} />}
      {idempotencyKey && <input type="hidden" name="key" value={idempotencyKey} />}
      <Select {...field('topic')} defaultValue={typed.topic ?? ''} options={[{ value: '', label: '' }, ...topics]} />
      <TextArea
        {...field('text')}
        hint={t('contactPage.textHint')}
        rows={6}
        maxLength={maxContactLength}
        aria-required
      />
      <TextField
        {...field('email')}
        type="email"
        hint={t('contactPage.emailHint')}
        autoComplete="email"
        maxLength={maxEmailLength}
        dir="ltr"
        aria-required
      />
      <TextField {...field('name')} autoComplete="name" maxLength={maxPersonNameLength} />
      <input name="website" hidden />
      <Button className="justify-self-start">{t('contactPage.send')}</Button>
    </form>
  );
}

type Failure = { typed: Record<string, string>; key: string | undefined; refusal: Refusal };

export function showContact(c: SiteContext, { typed, key, refusal }: Partial<Failure> = {}): Promise<Response> {
  const formCookie = renewedFormCookie(c.req.header('cookie'), c.var.site);
  if (formCookie) c.header('Set-Cookie', formCookie, { append: true });
  return showPage(c, async (context) => {
    const errors = errorsOf(refusal, context.t);
    const isSent = context.query.has('sent');
    const form = { typed: typed ?? aboutTag(context), errors, idempotencyKey: key, isSent };
    return { ...(await drawWords(c, 'contact', contactPage(form), context)), refusal };
  });
}

export const sendContact = onForm(async (c, form) => {
  const { topic, text, email, name } = form;
  const { key, ofForm } = readIdempotencyKey(form, await readVisitor(c));
  const more = form.website ? ({ heldReason: 'hidden-field' } as const) : {};
  const refusal = await callFor(c, 'sendContactRequest', { topic, text, email, name, key }, more);
  if (refusal instanceof Refusal) return showContact(c, { typed: form, key: ofForm, refusal });
  return c.redirect(`${staticPath('contact')}?sent#write`, 303);
});

function aboutTag({ t, query }: PageContext): Record<string, string> {
  const code = readTagCode((query.get('tag') ?? '').slice(0, maxTypedCodeLength));
  return code ? { topic: 'tag', text: `${t('contactPage.aboutTag', { code: inGroups(code) })}\n\n` } : {};
}
