import { expect, test } from 'vitest';
import { isRefusal } from './refusal.ts';

type Reply = [server: string, response: string, command?: 'RCPT TO' | 'DATA' | 'MAIL FROM'];

const ofRecipient: Reply[] = [
  ['Postfix', '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in virtual mailbox table'],
  ['Postfix, at a host called relay', '550 5.1.1 <ada@relay.spam.example>: Recipient address rejected: User unknown'],
  ['Postfix', '552 5.2.2 <ada@example.com>: Recipient address rejected: Mailbox full'],
  ['Exim', '550 Unrouteable address'],
  ['Exim', '550 No Such User Here'],
  ['Exim, for policy@', '550 <policy@example.com> No such user'],
  ['sendmail', '550 5.1.1 <ada@example.com>... User unknown'],
  ['qmail', '550 sorry, no mailbox here by that name. (#5.1.1)'],
  ['Domino', '550 ada@example.com... User ada (ada@example.com) not listed in public Name & Address Book'],
  [
    'Gmail',
    '550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient’s email address for typos or\n550-5.1.1 unnecessary spaces. For more information, go to\n550 5.1.1  https://support.google.com/mail/?p=NoSuchUser a1b2 - gsmtp',
  ],
  ['Gmail', '552-5.2.2 The recipient’s inbox is out of storage space.\n552 5.2.2 a1b2 - gsmtp'],
  ['Gmail', '550-5.2.1 The email account that you tried to reach is inactive.\n550 5.2.1 a1b2 - gsmtp', 'DATA'],
  ['Outlook', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
  ['Exchange', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'DATA'],
  [
    'Exchange Online',
    '550 5.4.1 Recipient address rejected: Access denied. [AM4PEPF00025F96.EURPRD83.prod.outlook.com]',
  ],
  [
    'Yahoo',
    '554 delivery error: dd This user doesn’t have a yahoo.com account (ada@yahoo.com) [0] - mta1.mail.yahoo.com',
    'DATA',
  ],
  ['Yahoo', '552 1 Requested mail action aborted, mailbox not found', 'DATA'],
  ['Yahoo', '554 30 Sorry, your message to ada@yahoo.com cannot be delivered. This mailbox is disabled.', 'DATA'],
  ['a server without words', '550 Rejected'],
  ['a server of RFC 7505', '556 5.1.10 Domain does not accept mail'],
];

const ofUs: Reply[] = [
  ['Postfix', '554 5.7.1 <ada@example.com>: Relay access denied'],
  ['Postfix', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
  ['Postfix', '550 5.1.8 <handback@example.net>: Sender address rejected: Domain not found'],
  ['Postfix', '550 5.1.7 <handback@>: Sender address rejected: undeliverable address'],
  ['an old Postfix', '554 <ada@example.com>: Relay access denied'],
  ['an old Postfix', '554 Relay access denied'],
  ['Exim', '550 relay not permitted'],
  ['Exim', '550 Administrative prohibition'],
  ['Exim', '550 authentication required'],
  ['Exim', '550-Verification failed for <handback@example.net>\n550-No Such User Here\n550 Sender verify failed'],
  ['Exim', '550 This message was classified as spam', 'DATA'],
  ['SpamAssassin', '550-spam score too high for this mailbox\n550 5.7.1 Message rejected', 'DATA'],
  ['qmail', '553 sorry, that domain isn’t in my list of allowed rcpthosts (#5.7.1)'],
  ['qmail', '553 sorry, that domain isn’t in my list of allowed rcpthosts'],
  [
    'Gmail',
    '550-5.7.26 Your email has been blocked because the sender is unauthenticated.\n550-5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM.\n550 5.7.26 a1b2 - gsmtp',
    'DATA',
  ],
  ['Gmail', '550 5.4.5 Daily user sending limit exceeded. a1b2 - gsmtp', 'DATA'],
  [
    'Outlook',
    '550 5.7.1 Unfortunately, messages from [192.0.2.1] weren’t sent. Part of their network is on our block list (S3150).',
    'MAIL FROM',
  ],
  ['Yahoo', '554 Message not allowed - [PH01] Email not accepted for policy reasons.', 'DATA'],
  ['Yahoo', '553 5.7.2 [TSS09] All messages from 192.0.2.1 will be permanently deferred', 'MAIL FROM'],
  [
    'GMX',
    '554-Transaction failed\n554-Reject due to policy restrictions.\n554 For explanation visit https://postmaster.gmx.net',
    'DATA',
  ],
  ['Amazon SES', '554 Message rejected: Email address is not verified.', 'DATA'],
  ['Mailgun', '550 Please add the address to the authorized recipients'],
  ['Comcast', '550 5.1.0 <handback@example.net> sender rejected'],
  ['any', '450 4.2.2 Mailbox full'],
  ['any', '550 5.1.1 User unknown', 'MAIL FROM'],
  ['any', '552 5.3.4 Message size exceeds fixed limit', 'DATA'],
  ['any', '554 Transaction failed', 'DATA'],
];

test.each(ofRecipient)('%s refuses the recipient: %s', (_, response, command = 'RCPT TO') => {
  expect(isRefusal(errorOf(response, command))).toBe(true);
});

test.each(ofUs)('%s refuses this installation, or the moment: %s', (_, response, command = 'RCPT TO') => {
  expect(isRefusal(errorOf(response, command))).toBe(false);
});

test('a connection that failed is no refusal', () => {
  expect(isRefusal(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))).toBe(false);
});

function errorOf(response: string, command: string): Error {
  return Object.assign(new Error(response), { response, command, responseCode: Number.parseInt(response, 10) });
}
