import { decodeJwt } from 'jose';

/** What a link of a mail is for: confirm an address, allow its change from the old one, confirm the new one. */
export type LinkToken = { purpose: 'confirm' | 'allow-change' | 'confirm-change'; email: string; newEmail: string };

const purposes = {
  'change-email-confirmation': 'allow-change',
  'change-email-verification': 'confirm-change',
} as const;

/** Reads what a verification token says, without judging whether it is good; null when it says nothing. */
export function readLinkToken(token: string): LinkToken | null {
  try {
    const { email = '', updateTo = '', requestType = '' } = decodeJwt<Record<string, string>>(token);
    const purpose = Object.entries(purposes).find(([type]) => type === requestType)?.[1] ?? 'confirm';
    return { purpose, email: String(email), newEmail: String(updateTo) };
  } catch {
    return null;
  }
}
