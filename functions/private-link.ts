import { z } from 'zod';
import { pictureSizes } from '../domain/files/contract/schema.ts';
import { maxSentPictures } from '../domain/messages/contract/limits.ts';
import { deleteFinderWords } from '../domain/messages/delete-words.ts';
import * as pictures from '../domain/messages/sent-pictures.ts';
import { uploadPath } from '../paths/api.ts';
import { conversationPicturePath, sentPicturePath } from '../paths/paths.ts';
import { forFinder, forUser, Refusal } from './define.ts';
import { pictureKinds, whyNotStored } from './files.ts';
import { tooOld } from './finder-conversation.ts';
import { id, idempotencyKey, secret, unguessableKey } from './inputs.ts';
import { overLimit, refused, tooManyRequests } from './refused.ts';

const ofConversation = z.object({ secret });
const onePicture = z.object({ id, size: z.enum(pictureSizes) });
const bytes = z.strictObject({ bytes: z.instanceof(Buffer) });

export const privateLinkFunctions = {
  sendPicture: forFinder({
    route: `POST ${uploadPath('sendPicture')}`,
    takesFile: true,
    duringMaintenance: 'as-tag-pages',
    countsItself: true,
    sends: true,
    summary: `Sends the owner a picture, as a message of its own, at most ${maxSentPictures} in a conversation: ${pictureKinds}. It is stored without what the camera wrote into it. The same \`key\` sends it once; what was deleted meanwhile is sent anew, but not by the same \`attempt\`, a random id. With \`isLate\` (it waited for more than a day) nothing is sent: refused as \`too-old\` unless it arrived before.`,
    input: ofConversation.extend({
      key: idempotencyKey,
      attempt: unguessableKey.optional(),
      isLate: z.boolean().default(false),
    }),
    run: async ({ networkKey, conversation, receiveFile }, { key, attempt, isLate }, services) => {
      const sending = { key, attempt };
      const ready = await pictures.preparePicture(conversation, { ...sending, networkKey, isLate }, services);
      if (ready.state === 'over-limit') return overLimit({ key: 'error.manyAboutItem' }, ready);
      if (ready.state === 'too-old') return tooOld();
      if (ready.state !== 'allowed') return ready.state === 'sent' || notSent(ready.state);
      let path: string | Refusal | undefined;
      try {
        path = (await receiveFile?.({ networkKey })) ?? 'empty-file';
      } finally {
        if (typeof path !== 'string') await pictures.uncountPicture(conversation, networkKey, services);
      }
      if (path instanceof Refusal) return path;
      const sent = await pictures.sendPicture(conversation, { ...sending, networkKey, path }, services);
      if ('problem' in sent) return whyNotStored(sent);
      if (sent.state === 'over-limit') return overLimit({ key: 'error.manyAboutItem' }, sent);
      return sent.state === 'sent' || notSent(sent.state);
    },
  }),

  readOwnSentPicture: forFinder({
    route: `GET ${conversationPicturePath('{secret}', '{id}', '{size}')}`,
    duringMaintenance: 'as-tag-pages',
    countsItself: true,
    summary:
      'A picture that was sent from this private link, at most so many pixels wide and high; the small one is square.',
    input: ofConversation.extend(onePicture.shape),
    output: bytes,
    run: async ({ conversation }, { id, size }, services) => {
      const found = await pictures.readPictureAsFinder(conversation, { id, side: Number(size) }, services);
      return found ? { bytes: found } : 'no-file';
    },
  }),

  readSentPicture: forUser({
    route: `GET ${sentPicturePath('{id}', '{size}')}`,
    countsItself: true,
    summary:
      'A picture that a finder sent about one of your items, or about one that is shared with you, at most so many pixels wide and high; the small one is square.',
    input: onePicture,
    output: bytes,
    run: async ({ user }, { id, size }, services) => {
      const found = await pictures.readPictureAsReader(user, { id, side: Number(size) }, services);
      return found ? { bytes: found } : 'no-file';
    },
  }),

  deleteFinderWords: forFinder({
    duringMaintenance: 'as-tag-pages',
    countsItself: true,
    summary:
      'Deletes everything that the finder wrote in this conversation so far: words, places, pictures and name, also in mails that quote them. That there were messages stays, and so does the conversation; how the finder is told of replies goes. At most 20 times an hour.',
    input: ofConversation,
    run: async ({ conversation }, _input, services) => {
      const taken = await services.limits.take('deletions-hour', conversation.id);
      if (!taken.allowed) return tooManyRequests(taken);
      await deleteFinderWords(conversation, services);
      return 'done';
    },
  }),
};

function notSent(state: 'blocked' | 'closed' | 'full'): Refusal {
  return refused(state === 'full' ? 'too-many-pictures' : 'conversation-closed.finder');
}
