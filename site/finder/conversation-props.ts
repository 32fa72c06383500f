import type { FunctionOutput } from '../../functions/list.ts';
import type { PageContext } from '../document/page.ts';
import type { TypedDetails } from './details-form.tsx';

export type ConversationPageProps = {
  context: PageContext;
  secret: string;
  conversation: FunctionOutput<'readFinderConversation'>;
  /** Of a conversation that is open. */
  notifications?: FunctionOutput<'readReplyNotifications'> | undefined;
  /** Unique to this rendering: sending the form again sends nothing twice. */
  idempotencyKey: string;
  isEarlier: boolean;
  /** The browser has a cookie by which a scan of the tag leads back here. */
  isRemembered: boolean;
  /** Only the messages after this one are shown: the page's script has the others. */
  since?: string | undefined;
  refused?: RefusedForm | undefined;
  /** What was just done besides writing. */
  done?: Done | undefined;
};

export type Done = 'mailed' | 'deleted' | 'asked' | 'confirmed' | 'ended';

/** A form that could not be sent comes back with all that was typed. */
export type RefusedForm = {
  form: 'words' | 'details' | 'picture' | 'mail' | 'replies';
  key?: string | undefined;
  text?: string | undefined;
  answered?: string | undefined;
  details?: TypedDetails;
  email?: string | undefined;
  /** By field, and for the whole form. */
  errors: Record<string, string>;
};
