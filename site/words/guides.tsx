import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';

export const guides: StaticPage = {
  metadata: (t) => ({
    title: t('guidesPage.documentTitle'),
    description: t('guidesPage.description'),
    keywords: t('guidesPage.keywords'),
  }),
  Body: ({ t }) => (
    <Article title={t('guidesPage.title')} lead={t('guidesPage.lead')} drawing="keys">
      <Section id="luggage" title={t('guidesPage.luggage')} drawing="suitcase">
        <p>{t('guidesPage.luggageTwo')}</p>
        <p>{t('guidesPage.luggageStickers')}</p>
      </Section>
      {subjects.map(({ id, drawing }) => (
        <Section key={id} id={id} title={t(`guidesPage.${id}`)} drawing={drawing}>
          <p>{t(`guidesPage.${id}Text`)}</p>
        </Section>
      ))}
      <Section id="note" title={t('guidesPage.note')}>
        <p>{t('guidesPage.noteText')}</p>
      </Section>
    </Article>
  ),
};

const subjects = [
  { id: 'keys', drawing: 'keys' },
  { id: 'wallet', drawing: 'wallet' },
  { id: 'bike', drawing: 'bike' },
  { id: 'electronics', drawing: 'laptop' },
  { id: 'pets', drawing: 'pet' },
  { id: 'children', drawing: 'child' },
] as const;
