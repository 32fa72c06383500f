import { homePath, inboxPath, itemsPath, profilePath, signInPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { linkTo, operatorEmail } from './links.tsx';

const items = linkTo(itemsPath());
const inbox = linkTo(inboxPath());
const typeCode = linkTo(homePath('found'));

export const support: StaticPage = {
  metadata: (t, { productName: product }) => ({
    title: t('supportPage.documentTitle', { product }),
    description: t('supportPage.description'),
    keywords: t('supportPage.keywords'),
  }),
  Body: ({ t, brand }) => (
    <Article title={t('supportPage.title')} lead={t('supportPage.lead')} drawing="camera">
      <Section id="lost" title={t('supportPage.lost')}>
        <ol>
          <li>{t.rich('supportPage.lostMark', { items })}</li>
          <li>{t.rich('supportPage.lostInbox', { inbox })}</li>
          <li>{t('supportPage.lostJunk')}</li>
          <li>{t('supportPage.lostAsk')}</li>
        </ol>
      </Section>
      <Section id="found" title={t('supportPage.found')}>
        <p>{t.rich('supportPage.foundText', { typeCode })}</p>
      </Section>
      <Section id="link" title={t('supportPage.link')}>
        <p>{t('supportPage.linkText')}</p>
      </Section>
      <Section id="unreadable" title={t('supportPage.unreadable')}>
        <p>{t.rich('supportPage.unreadableText', { typeCode })}</p>
      </Section>
      <Section id="worn" title={t('supportPage.worn')}>
        <p>{t.rich('supportPage.wornText', { items })}</p>
      </Section>
      <Section id="mail" title={t('supportPage.noEmail')}>
        <p>{t.rich('supportPage.noEmailText', { profile: linkTo(profilePath()), inbox })}</p>
      </Section>
      <Section id="sign-in" title={t('supportPage.signIn')}>
        <p>{t.rich('supportPage.signInText', { signIn: linkTo(signInPath()) })}</p>
      </Section>
      <Section id="unpleasant" title={t('supportPage.unpleasant')}>
        <p>{t.rich('supportPage.unpleasantText', { inbox })}</p>
      </Section>
      <Section id="else" title={t('supportPage.else')}>
        <p>{t.rich('supportPage.elseText', operatorEmail(brand))}</p>
      </Section>
    </Article>
  ),
};
