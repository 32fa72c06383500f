/** What a link of a mail is for: to confirm the address of an account, to allow its change, or to confirm the new one. */
export type MailLink = { purpose: 'confirm' | 'allow-change' | 'confirm-change'; email: string; newEmail: string };

/**
 * Reads what the token of a link says (better-auth's, a JWT), without judging whether it is good.
 * What is mangled reads as a link that confirms no address. Pure: the page that asks before the link is used says what it does.
 */
export function readMailLink(token: string): MailLink {
  const { email, updateTo, requestType } = payloadOf(token);
  const purpose = purposes.get(requestType) ?? 'confirm';
  return { purpose, email: text(email), newEmail: text(updateTo) };
}

const purposes = new Map<unknown, MailLink['purpose']>([
  ['change-email-confirmation', 'allow-change'],
  ['change-email-verification', 'confirm-change'],
]);

function payloadOf(token: string): Record<string, unknown> {
  try {
    const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return payload && typeof payload === 'object' ? { ...payload } : {};
  } catch {
    return {};
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
