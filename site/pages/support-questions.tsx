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

const items = linkTo(itemsPath());
const inbox = linkTo(inboxPath());
const typeCode = linkTo(homePath('found'));
const contact = linkTo(staticPath('contact'));

export function questionsIn(t: Translations, brand: Brand, shopOpen: boolean): Question[] {
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
