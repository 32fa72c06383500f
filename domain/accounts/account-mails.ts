import {
  emailVerificationPath,
  keepAccountPath,
  profilePath,
  resetPath,
  signInPath,
  staticPath,
} from '../../paths/paths.ts';
import { type Letter, mail } from '../mails/mail.ts';
import { isolated } from '../mails/mail-language.ts';
import { type AboutAccount, toAccount, toUnconfirmed } from '../mails/recipients.ts';
import { isAdministrator } from './account-rows.ts';
import { deviceInWords } from './contract/device-words.ts';
import { pauseDays } from './contract/limits.ts';
import { unconfirmedDays } from './unconfirmed-accounts.ts';

type Token = { token: string };

type OnTheWay = Token & { next?: string | undefined };

export type SecondFactorNews =
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeysRemoved'
  | 'appAdded'
  | 'appRemoved'
  | 'codesMade'
  | 'codeUsed'
  | 'reset';

/** Mails about an account. Those that tell of its security have no limits: their causes need the password, a code, a mailed link or the operator. */
export const accountMails = {
  /** The link to confirm the address (C-7.01, C-7.07). Its page asks before it uses the token. */
  addressToConfirm: mail('verify-email', toUnconfirmed, ({ says }, { token, next }: OnTheWay) =>
    says('mailConfirm', { link: emailVerificationPath(token, next), days: unconfirmedDays }),
  ),
  resetAsked: mail('reset-password', toAccount, ({ says, t }, { token }: Token) =>
    says('mailReset', { link: resetPath(token), label: t('mail.setPassword') }),
  ),
  /** The same for an unconfirmed address, which the link confirms too. */
  firstPasswordAsked: mail('reset-password', toUnconfirmed, ({ says }, { token }: Token) =>
    says('mailFirstPassword', { link: resetPath(token) }),
  ),
  moveAsked: mail('allow-new-address', toAccount, ({ says, t }, { token, newEmail }: Token & { newEmail: string }) =>
    says('mailAllowChange', { link: emailVerificationPath(token), newEmail: isolated(newEmail, t) }),
  ),
  moveAllowed: mail('verify-new-address', toUnconfirmed, ({ says }, { token }: Token) =>
    says('mailConfirmChange', { link: emailVerificationPath(token) }),
  ),
  /** To the account whose address another account wanted. The page itself does not reveal it. */
  moveWanted: mail('address-taken', toUnconfirmed, ({ says, t, site }) =>
    says('mailAddressTaken', {
      link: signInPath(),
      label: t('mail.signIn'),
      footnote: t('mail.ifNotYouNobodyGotIn', { site }),
    }),
  ),
  moved: mail('account-moved', toAccount, ({ says, t, site }, { email }: { email: string }) =>
    says('mailAccountMoved', {
      link: signInPath(),
      label: t('mail.signIn'),
      email: isolated(email, t),
      footnote: t('mailAccountMoved.footnote', { site, link: site + staticPath('contact') }),
    }),
  ),
  /** Somebody, mostly the owner, signed up with the address of an account. The page itself does not reveal it. */
  signedUpAgain: mail('sign-up-repeated', toAccount, ({ says, t, site }) =>
    says('mailSignUpRepeated', {
      link: signInPath(),
      label: t('mail.signIn'),
      footnote: t('mail.ifNotYouNobodyGotIn', { site }),
    }),
  ),
  deletionAsked: mail(
    'deletion-asked',
    toAccount,
    ({ says, t, product, site }, about: Token & { byOperator?: true | undefined }) => {
      const own = about.byOperator && {
        paragraphs: [t('mailDeletion.textByOperator', { product, days: pauseDays })],
        footnote: t('mailDeletion.footnoteByOperator', { site }),
      };
      return says('mailDeletion', { link: keepAccountPath(about.token), days: pauseDays, ...own });
    },
  ),
  passwordChanged: mail(
    'password-changed',
    toAccount,
    async (letter, { account, passkeysRemoved = 0 }: AboutAccount & { passkeysRemoved?: number }) => {
      const { t, says, product } = letter;
      const removed = passkeysRemoved > 0 ? [t('mailPasswordChanged.passkeys', { count: passkeysRemoved })] : [];
      return says('mailPasswordChanged', {
        paragraphs: [t('mailPasswordChanged.text', { product }), ...removed],
        link: resetPath(),
        label: t('mail.setPassword'),
        footnote: await ifNotYou(letter, account),
      });
    },
  ),
  /** Not in the language of the request: whoever signed in might choose one that the owner cannot read. */
  signedInElsewhere: mail(
    'new-device',
    toAccount,
    async (letter, { account, device }: AboutAccount & { device: string }) =>
      letter.says('mailNewDevice', {
        device: deviceInWords(device, letter.t),
        link: profilePath('security'),
        footnote: await ifNotYou(letter, account),
      }),
  ),
  secondFactorChanged: mail(
    'second-factor',
    toAccount,
    async (letter, { account, news }: AboutAccount & { news: SecondFactorNews }) =>
      letter.says('mailSecondFactor', {
        news,
        link: profilePath('security'),
        footnote: await ifNotYou(letter, account),
      }),
  ),
};

/** What to do when it was somebody else. A reset leaves an administrator's factors alone (decision 037). */
async function ifNotYou({ t, trx, site }: Letter, { uid }: AboutAccount['account']): Promise<string> {
  const isAdmin = await isAdministrator(uid, trx);
  return t(isAdmin ? 'mail.ifNotYouAdministrator' : 'mail.ifNotYou', { site, link: site + resetPath() });
}
