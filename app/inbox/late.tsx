import { late } from '../start/late-part.tsx';

export const ReplyChoice = late(async () => (await import('./reply-choice.tsx')).ReplyChoice);
export const UndoReturned = late(async () => (await import('./undo-returned.tsx')).UndoReturned);
