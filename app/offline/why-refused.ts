import type { PlainKey } from '../../language/words.ts';
import { t } from '../start/words.ts';
import type { Unsent } from '../unsent/kinds.ts';
import type { RefusalCode } from '../unsent/refusals.ts';

const texts = {
  'too-old': 'unsent.tooOld',
  'invalid-argument': 'unsent.notAccepted',
  'not-found': 'refused.noItem',
  'no-item': 'refused.noItem',
  'permission-denied': 'unsent.notAllowed',
  aborted: 'unsent.changedElsewhere',
  unimplemented: 'unsent.notSupported',
} as const satisfies Record<RefusalCode, PlainKey>;

const textsOfReplies = {
  ...texts,
  'not-found': 'refused.noConversation',
  aborted: 'refused.conversationClosed',
} as const;

const textsOfPictures = {
  ...texts,
  'invalid-argument': 'unsent.pictureNotAccepted',
  aborted: 'unsent.pictureNotAccepted',
} as const;

const textsOfReceipts = {
  ...texts,
  'invalid-argument': 'unsent.receiptNotAccepted',
  aborted: 'unsent.receiptNotAccepted',
} as const;

const textsOfNewItems = { ...texts, 'not-found': 'refused.newItemGone' } as const;

const textsOfTags = { ...texts, 'not-found': 'refused.wrongActivationCode', aborted: 'refused.tagTaken' } as const;

const textsOf = {
  reply: textsOfReplies,
  switches: textsOfReplies,
  item: textsOfNewItems,
  change: texts,
  picture: textsOfPictures,
  receipt: textsOfReceipts,
} as const;

export function whyRefused(unsent: Unsent): string {
  const { kind, refusal } = unsent;
  if (!refusal) return '';
  if (refusal === 'aborted' && 'reply' in unsent && unsent.reply === 'not-returned') return t('refused.notReturned');
  if (refusal === 'not-found' && 'claim' in unsent && unsent.claim && !unsent.claim.activationCode)
    return t('refused.activationCodeNeeded');
  const key = ('claim' in unsent && unsent.claim ? textsOfTags : textsOf[kind])[refusal];
  // Earlier releases stored a sentence.
  return key ? t(key) : refusal;
}
