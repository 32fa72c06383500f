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
import { linkTo, operatorEmail } from './article.tsx';

export type Question = {
  id: string;
  title: string;
  heading?: ReactNode;
  answer: ReactNode;
  /** What else people search it by. */
  words?: string | undefined;
};

/** Each question by its id, with the name of its texts. */
const questions = {
  lost: 'lost',
  found: 'found',
  link: 'link',
  unreadable: 'unreadable',
  worn: 'worn',
  mail: 'noEmail',
  'sign-in': 'signIn',
  unpleasant: 'unpleasant',
  order: 'order',
  pay: 'pay',
  withdraw: 'withdraw',
  'order-address': 'orderAddress',
  bought: 'bought',
  else: 'else',
} as const;

const ofBuyers = ['order', 'pay', 'withdraw', 'order-address', 'bought'];

const links = {
  items: linkTo(itemsPath()),
  inbox: linkTo(inboxPath()),
  typeCode: linkTo(homePath('found')),
  contact: linkTo(staticPath('contact')),
  profile: linkTo(profilePath('account')),
  signIn: linkTo(signInPath()),
  orders: linkTo(ownOrdersPath()),
  terms: linkTo(staticPath('terms-and-conditions', 'withdrawal')),
};

export function questionsIn(t: Translations, brand: Brand, shopOpen: boolean): Question[] {
  const values = { ...links, button: t('orderPage.withdraw'), ...operatorEmail(brand) };
  return Object.entries(questions)
    .filter(([id]) => shopOpen || !ofBuyers.includes(id))
    .map(([id, name]) => ({
      id,
      title: t(`supportPage.${name}`),
      words: t(`supportPage.${name}Words`),
      answer:
        name === 'lost' ? whatToDo(t) : <p>{t.rich(`supportPage.${name}Text` as 'supportPage.elseText', values)}</p>,
    }));
}

function whatToDo(t: Translations) {
  return (
    <ol>
      <li>{t.rich('supportPage.lostMark', links)}</li>
      <li>{t.rich('supportPage.lostInbox', links)}</li>
      <li>{t('supportPage.lostJunk')}</li>
      <li>{t('supportPage.lostAsk')}</li>
    </ol>
  );
}
