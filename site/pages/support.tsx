import type { ReactNode } from 'react';
import type { Translations } from '../../language/create-translations.ts';
import {
  homePath,
  inboxPath,
  itemsPath,
  ownOrdersPath,
  profilePath,
  signInPath,
  staticPath,
} from '../../paths/paths.ts';
import type { Brand } from '../../ui/brand.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import type { PageContext, StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { linkTo, operatorEmail } from './links.tsx';
import type { OwnText } from './own-text.tsx';
import { searchQuestions } from './search-questions.ts';
import { textOf } from './text-of-html.ts';

const items = linkTo(itemsPath());
const inbox = linkTo(inboxPath());
const typeCode = linkTo(homePath('found'));

const contact = linkTo(staticPath('contact'));

const longestSearch = 100;

/** Questions and answers; `?q=` shows those that hold all of its words, or else those that come closest. */
export const support: StaticPage = {
  drawing: 'camera',
  metadata: (t, brand, _publicUrl, seller) => ({
    title: t('supportPage.documentTitle', { product: brand.productName }),
    description: t('supportPage.description'),
    keywords: t('supportPage.keywords'),
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
        <Section key={id} id={id} title={heading}>
          {answer}
        </Section>
      ))}
    </Article>
  );
}

type Question = {
  id: string;
  title: string;
  heading?: ReactNode;
  answer: ReactNode;
  /** What else people search it by. */
  words?: string | undefined;
};

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

function questionsIn(t: Translations, brand: Brand, shopOpen: boolean): Question[] {
  return [
    {
      id: 'lost',
      title: t('supportPage.lost'),
      words: t('supportPage.lostWords'),
      answer: (
        <ol>
          <li>{t.rich('supportPage.lostMark', { items })}</li>
          <li>{t.rich('supportPage.lostInbox', { inbox })}</li>
          <li>{t('supportPage.lostJunk')}</li>
          <li>{t('supportPage.lostAsk')}</li>
        </ol>
      ),
    },
    {
      id: 'found',
      title: t('supportPage.found'),
      words: t('supportPage.foundWords'),
      answer: <p>{t.rich('supportPage.foundText', { typeCode })}</p>,
    },
    {
      id: 'link',
      title: t('supportPage.link'),
      words: t('supportPage.linkWords'),
      answer: <p>{t('supportPage.linkText')}</p>,
    },
    {
      id: 'unreadable',
      title: t('supportPage.unreadable'),
      words: t('supportPage.unreadableWords'),
      answer: <p>{t.rich('supportPage.unreadableText', { typeCode })}</p>,
    },
    {
      id: 'worn',
      title: t('supportPage.worn'),
      words: t('supportPage.wornWords'),
      answer: <p>{t.rich('supportPage.wornText', { items })}</p>,
    },
    {
      id: 'mail',
      title: t('supportPage.noEmail'),
      words: t('supportPage.noEmailWords'),
      answer: <p>{t.rich('supportPage.noEmailText', { profile: linkTo(profilePath()), inbox })}</p>,
    },
    {
      id: 'sign-in',
      title: t('supportPage.signIn'),
      words: t('supportPage.signInWords'),
      answer: <p>{t.rich('supportPage.signInText', { signIn: linkTo(signInPath()) })}</p>,
    },
    {
      id: 'unpleasant',
      title: t('supportPage.unpleasant'),
      words: t('supportPage.unpleasantWords'),
      answer: <p>{t.rich('supportPage.unpleasantText', { inbox })}</p>,
    },
    ...(shopOpen ? questionsOfBuyers(t) : []),
    {
      id: 'else',
      title: t('supportPage.else'),
      words: t('supportPage.elseWords'),
      answer: (
        <p>
          {t.rich('supportPage.elseText', {
            ...operatorEmail(brand),
            contact,
          })}
        </p>
      ),
    },
  ];
}

function questionsOfBuyers(t: Translations): Question[] {
  return [
    {
      id: 'order',
      title: t('supportPage.order'),
      words: t('supportPage.orderWords'),
      answer: <p>{t.rich('supportPage.orderText', { orders: linkTo(ownOrdersPath()), contact })}</p>,
    },
    {
      id: 'pay',
      title: t('supportPage.pay'),
      words: t('supportPage.payWords'),
      answer: <p>{t('supportPage.payText')}</p>,
    },
    {
      id: 'withdraw',
      title: t('supportPage.withdraw'),
      words: t('supportPage.withdrawWords'),
      answer: (
        <p>
          {t.rich('supportPage.withdrawText', {
            button: t('orderPage.withdraw'),
            terms: linkTo(staticPath('terms-and-conditions', 'withdrawal')),
            contact,
          })}
        </p>
      ),
    },
    {
      id: 'order-address',
      title: t('supportPage.orderAddress'),
      words: t('supportPage.orderAddressWords'),
      answer: <p>{t.rich('supportPage.orderAddressText', { contact })}</p>,
    },
    {
      id: 'bought',
      title: t('supportPage.bought'),
      words: t('supportPage.boughtWords'),
      answer: <p>{t.rich('supportPage.boughtText', { typeCode, items })}</p>,
    },
  ];
}
