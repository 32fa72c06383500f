import { type Category, categories } from '../../domain/items/contract/categories.ts';
import type { Translations } from '../../language/create-translations.ts';
import { homePath, itemsPath, newItemPath, signUpPath, staticPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { LinkLine } from '../document/link-line.tsx';
import { metadataIn, type StaticPage } from '../document/page.ts';
import { Article, ArticleSection, breadcrumbs, linkTo, TextSections } from './article.tsx';

const guidesByName = {
  abroad: {
    drawing: 'wallet',
    parts: ['abroad-first', 'abroad-cards', 'abroad-papers', 'abroad-offices', 'abroad-talk'],
  },
  pet: { drawing: 'pet', parts: ['pet-first', 'pet-lost', 'pet-tell', 'pet-found'] },
  airport: { drawing: 'suitcase', parts: ['airport-missing', 'airport-left', 'airport-tag', 'airport-note'] },
  school: { drawing: 'child', parts: ['school-what', 'school-name', 'school-both', 'school-box'] },
} as const satisfies Record<string, { drawing: Category; parts: readonly string[] }>;

type GuideName = keyof typeof guidesByName;

const guideNames = Object.keys(guidesByName) as GuideName[];

export const guides: StaticPage = {
  drawing: 'keys',
  metadata: metadataIn('guidesPage', 'documentTitle'),
  Body: ({ t }) => (
    <Article title={t('guidesPage.title')} lead={t('guidesPage.lead')} drawing={guides.drawing}>
      {guideNames.map((name) => (
        <ArticleSection
          key={name}
          id={name}
          title={<a href={staticPath(`guide-${name}`)}>{t(`guidesPage.${name}`)}</a>}
          drawing={guidesByName[name].drawing}
        >
          <p>{t(`guidesPage.${name}Description`)}</p>
        </ArticleSection>
      ))}
      <TextSections
        area="guidesPage"
        sections={{ note: ['noteText', 'toInstructions'] }}
        values={{ instructions: linkTo(staticPath('instructions', 'where')) }}
      />
    </Article>
  ),
};

export const guidePages = Object.fromEntries(guideNames.map((name) => [`guide-${name}`, guide(name)])) as Record<
  `guide-${GuideName}`,
  StaticPage
>;

function guide(name: GuideName): StaticPage {
  const way = (t: Translations, product: string, title: string, publicUrl: string) =>
    breadcrumbs(publicUrl, [
      { name: product, path: homePath() },
      { name: t('guidesPage.title'), path: staticPath('guides') },
      { name: title, path: staticPath(`guide-${name}`) },
    ]);
  const { drawing, parts } = guidesByName[name];
  return {
    drawing,
    metadata: (t, { productName }, publicUrl) => ({
      title: `${t(`guidesPage.${name}`)} · ${productName}`,
      description: t(`guidesPage.${name}Description`),
      keywords: t(`guidesPage.${name}Keywords`),
      structuredData: way(t, productName, t(`guidesPage.${name}`), publicUrl),
    }),
    ownStructuredData: (own, { t, brand, publicUrl }) => way(t, brand.productName, own.title, publicUrl),
    Body: ({ t }) => (
      <Article title={t(`guidesPage.${name}`)} lead={t(`guidesPage.${name}Description`)} drawing={drawing}>
        <TextSections
          area="guidesPage"
          sections={Object.fromEntries(parts.map((part) => [part, [`${part}Text`]]))}
          values={{ items: linkTo(itemsPath()) }}
        />
        <LinkLine href={staticPath('guides')}>{t('guidesPage.allGuides')}</LinkLine>
      </Article>
    ),
  };
}

export const instructions: StaticPage = {
  drawing: 'suitcase',
  metadata: metadataIn('instructionsPage', 'documentTitle'),
  Body: ({ t }) => (
    <Article title={t('instructionsPage.title')} lead={t('instructionsPage.lead')} drawing={instructions.drawing}>
      <ArticleSection id="print" title={t('instructionsPage.print')}>
        <ol>
          <li>{t.rich('instructionsPage.printSignUp', { signUp: linkTo(signUpPath()) })}</li>
          <li>{t.rich('instructionsPage.printAdd', { items: linkTo(itemsPath()) })}</li>
          <li>{t('instructionsPage.printCode')}</li>
          <li>{t('instructionsPage.printSize')}</li>
        </ol>
      </ArticleSection>
      <TextSections
        area="instructionsPage"
        sections={{ attach: [['attachFlat', 'attachWet', 'attachRing', 'attachAvoid']] }}
      />
      <ArticleSection id="activate" title={t('instructionsPage.activate')}>
        <p>{t('instructionsPage.activateText')}</p>
        <p>
          <LinkButton href={newItemPath()}>{t('instructionsPage.addATag')}</LinkButton>
        </p>
      </ArticleSection>
      <TextSections area="instructionsPage" sections={{ where: ['whereText'] }} />
      {categories.map((category) => (
        <ArticleSection key={category} id={category} title={t(`instructionsPage.on-${category}`)} drawing={category}>
          <p>{t(`instructionsPage.on-${category}Text`)}</p>
        </ArticleSection>
      ))}
      <LinkLine href={staticPath('guides')}>{t('guidesPage.allGuides')}</LinkLine>
    </Article>
  ),
};
