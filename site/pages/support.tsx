import type { ReactNode } from 'react';
import { staticPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { metadataIn, type OwnText, type PageContext, type StaticPage } from '../document/page.ts';
import { Article, ArticleSection, linkTo } from './article.tsx';
import { textOf } from './html-to-text.ts';
import { type Question, questionsIn } from './support-questions.tsx';

const contact = linkTo(staticPath('contact'));

const longestSearch = 100;

/** Questions and answers; `?q=` shows those that hold all of its words, or else those that come closest. */
export const support: StaticPage = {
  drawing: 'camera',
  metadata: (t, brand, _publicUrl, seller) => ({
    ...metadataIn('supportPage', 'documentTitle')(t, brand),
    structuredData: asQuestions(questionsIn(t, brand, Boolean(seller))),
  }),
  ownStructuredData: ({ text }) => asQuestions(questionsOf(text)),
  Body: (context) => {
    const { t, brand, seller } = context;
    return (
      <Answers
        {...context}
        title={t('supportPage.title')}
        lead={t('supportPage.lead')}
        questions={questionsIn(t, brand, Boolean(seller))}
      />
    );
  },
  OwnBody: ({ own: { title, lead, text }, ...context }) => (
    <Answers
      {...context}
      title={title}
      lead={lead}
      intro={text.intro}
      questions={searchedAsOurs(questionsOf(text), context)}
    />
  ),
};

type AnswersProps = PageContext & { title: string; lead: string; intro?: ReactNode; questions: Question[] };

function Answers({ t, query, title, lead, intro, questions }: AnswersProps) {
  const words = (query.get('q') ?? '').trim().slice(0, longestSearch);
  const { found, holdAll } = words
    ? searchQuestions(questions.map(asSearched), words, t.language)
    : { found: questions, holdAll: true };
  return (
    <Article title={title} lead={lead} drawing={support.drawing}>
      <search>
        <form action={staticPath('support')} className="search-line">
          <TextField name="q" type="search" label={t('supportPage.search')} defaultValue={words} />
          <Button variant="secondary">{t('supportPage.searchButton')}</Button>
        </form>
      </search>
      {words ? (
        <p role="status" className="mt-4">
          {found.length === 0
            ? t.rich('supportPage.none', { words, contact })
            : holdAll
              ? t('supportPage.found-count', { count: found.length, words })
              : t.rich('supportPage.close', { words, contact })}{' '}
          <a href={staticPath('support')}>{t('supportPage.all')}</a>
        </p>
      ) : (
        intro && <div className="mt-4">{intro}</div>
      )}
      {found.map(({ id, title: question, heading = question, answer }) => (
        <ArticleSection key={id} id={id} title={heading}>
          {answer}
        </ArticleSection>
      ))}
    </Article>
  );
}

function asSearched(question: Question) {
  const { title, words = '', answer } = question;
  return { ...question, about: `${title} ${words}`, text: textOf(answer) };
}

function asQuestions(questions: Question[]): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, answer }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: textOf(answer) },
    })),
  };
}

function questionsOf({ sections }: OwnText): Question[] {
  return sections.map(({ id, title, heading, content }) => ({ id, title, heading, answer: content }));
}

/** Those that the operator kept of ours are also found by what else people search them by. */
function searchedAsOurs(questions: Question[], { t, brand }: PageContext): Question[] {
  const ours = new Map(questionsIn(t, brand, true).map(({ id, words }) => [id, words]));
  return questions.map((question) => ({ ...question, words: ours.get(question.id) }));
}

type Searched = {
  /** Its words tell more than those of the text. */
  about: string;
  text: string;
};

const mostClose = 3;

/** Those that hold all words; else the few that hold the most of the rarer ones. @param language whose rules make letters small */
function searchQuestions<Question extends Searched>(
  questions: Question[],
  words: string,
  language: string,
): { found: Question[]; holdAll: boolean } {
  const small = (text: string) => ` ${text.toLocaleLowerCase(language)}`;
  const asked = small(words).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (asked.length === 0) return { found: [], holdAll: false };
  const read = questions.map((question) => {
    const about = small(question.about);
    return { question, about, all: about + small(question.text) };
  });
  const holders = read.filter(({ all }) => asked.every((word) => all.includes(word)));
  if (holders.length > 0) return { found: holders.map(({ question }) => question), holdAll: true };

  // Short words stand in the middle of many others.
  const telling = [...new Set(asked.map((word) => (word.length > 3 ? word : ` ${word}`)))]
    .map((word) => ({ word, holders: read.filter(({ all }) => all.includes(word)).length }))
    .filter(({ holders }) => holders > 0 && holders <= questions.length / 2);
  const scored = read.map(({ question, about, all }) => {
    const held = telling.filter(({ word }) => all.includes(word));
    return {
      question,
      score: held.reduce((sum, { word, holders }) => sum + (about.includes(word) ? 3 : 1) / holders, 0),
    };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  const close = scored.filter(({ score }) => score > 0 && score >= best / 2).toSorted((a, b) => b.score - a.score);
  return { found: close.slice(0, mostClose).map(({ question }) => question), holdAll: false };
}
