import { categories } from '../../domain/items/contract/categories.ts';
import { itemsPath, newItemPath, signUpPath, staticPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { linkTo } from './links.tsx';

export const instructions: StaticPage = {
  drawing: 'suitcase',
  metadata: (t, { productName: product }) => ({
    title: t('instructionsPage.documentTitle', { product }),
    description: t('instructionsPage.description'),
    keywords: t('instructionsPage.keywords'),
  }),
  Body: ({ t }) => (
    <Article title={t('instructionsPage.title')} lead={t('instructionsPage.lead')} drawing={instructions.drawing}>
      <Section id="print" title={t('instructionsPage.print')}>
        <ol>
          <li>{t.rich('instructionsPage.printSignUp', { signUp: linkTo(signUpPath()) })}</li>
          <li>{t.rich('instructionsPage.printAdd', { items: linkTo(itemsPath()) })}</li>
          <li>{t('instructionsPage.printCode')}</li>
          <li>{t('instructionsPage.printSize')}</li>
        </ol>
      </Section>
      <Section id="attach" title={t('instructionsPage.attach')}>
        <ul>
          <li>{t('instructionsPage.attachFlat')}</li>
          <li>{t('instructionsPage.attachWet')}</li>
          <li>{t('instructionsPage.attachRing')}</li>
          <li>{t('instructionsPage.attachAvoid')}</li>
        </ul>
      </Section>
      <Section id="activate" title={t('instructionsPage.activate')}>
        <p>{t('instructionsPage.activateText')}</p>
        <p>
          <LinkButton href={newItemPath()}>{t('instructionsPage.addATag')}</LinkButton>
        </p>
      </Section>
      <Section id="where" title={t('instructionsPage.where')}>
        <p>{t('instructionsPage.whereText')}</p>
      </Section>
      {categories.map((category) => (
        <Section key={category} id={category} title={t(`instructionsPage.on-${category}`)} drawing={category}>
          <p>{t(`instructionsPage.on-${category}Text`)}</p>
        </Section>
      ))}
      <p>
        <a href={staticPath('guides')}>{t('guidesPage.allGuides')}</a>
      </p>
    </Article>
  ),
};
