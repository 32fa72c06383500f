import { maxEmailLength } from '../../domain/accounts/contract/limits.ts';
import { maxContactLength } from '../../domain/contact/contract/limits.ts';
import { contactTopics } from '../../domain/contact/contract/schema.ts';
import { maxPersonNameLength } from '../../domain/settings/contract/limits.ts';
import type { Translations } from '../../language/create-translations.ts';
import { homePath, staticPath } from '../../paths/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextArea, TextField } from '../../ui/fields.tsx';
import type { PageContext, StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { linkTo, operatorEmail } from './links.tsx';
import { OwnSections } from './own-text.tsx';

type ContactForm = {
  typed?: Record<string, string>;
  errors?: Record<string, string>;
  /** Unique to this rendering; without it the form cookie tells one sending from another. */
  idempotencyKey?: string | undefined;
  isSent?: boolean;
};

export const contact = contactPage();

/** @param form as it was sent and not taken, or that it was taken */
export function contactPage(form: ContactForm = {}): StaticPage {
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
      <Section id="found" title={t('contactPage.found')}>
        <p>{t.rich('contactPage.foundText', { typeCode: linkTo(homePath('found')) })}</p>
      </Section>
      <Section id="lost" title={t('contactPage.lost')}>
        <p>{t.rich('contactPage.lostText', { first: linkTo(staticPath('support', 'lost')) })}</p>
      </Section>
      <Write t={t} brand={brand} {...form} />
      <Section id="abuse" title={t('contactPage.abuse')}>
        <p>{t('contactPage.abuseText')}</p>
      </Section>
    </Article>
  );
}

function Write({ t, brand, ...form }: Pick<PageContext, 't' | 'brand'> & ContactForm) {
  return (
    <Section id="write" title={t('contactPage.form')}>
      {form.isSent && (
        <Alert tone="success">
          <p>{t('contactPage.sent')}</p>
        </Alert>
      )}
      <Form t={t} {...form} />
      {brand.contactEmail && <p className="mt-5">{t.rich('contactPage.writeTo', operatorEmail(brand))}</p>}
    </Section>
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
