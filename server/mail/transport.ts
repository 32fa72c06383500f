import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Env } from '../env.ts';
import { say } from '../say.ts';
import { writeMailFile } from './mail-folder.ts';

/** Mails that one process sends at the same time. */
export const mostAtOnce = 10;

type MailToSend = {
  messageId: string;
  toName: string;
  toAddress: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
};

export type MailTransport = {
  /** Where mails lie as files, also those from before there was a mail server. */
  folder: string;
  /** @throws when the mail was not taken, with the code EABORT when the signal aborts first: nobody knows then whether it was */
  send(mail: MailToSend, signal: AbortSignal): Promise<void>;
  close(): void;
};

/** The transport that the settings ask for: SMTP, or files below DATA_DIR that are announced on the console. */
export function mailTransport(env: Pick<Env, 'smtpUrl' | 'mailFrom' | 'dataDir'>): MailTransport {
  const from = { name: '', address: env.mailFrom };
  const folder = join(env.dataDir, 'mail');
  return { folder, ...(env.smtpUrl ? smtpTransport(env.smtpUrl, from) : folderTransport(folder, from)) };
}

/**
 * Whether the recipient or the mail was refused for good (5xx). A refusal of the sender, of the connection or by policy (5.7.x of
 * RFC 3463, such as “relaying denied”) is about this installation, and its operator may mend it.
 */
export function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command = '', response = '' } = error as SmtpError;
  return responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command) && !/^\d+[ -]5\.7\./.test(response);
}

type SmtpError = { responseCode?: number; command?: string; response?: string };

type Sender = { name: string; address: string };
type Way = Omit<MailTransport, 'folder'>;

/** Sends over SMTP; `url` as smtp://user:password@host:587 or smtps://… */
function smtpTransport(url: string, from: Sender): Way {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: mostAtOnce,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 15_000,
  });
  return {
    async send(mail, signal) {
      await smtp.sendMail({ ...compose(mail, from), signal });
    },
    close: () => smtp.close(),
  };
}

/** Writes each mail as a file, for an installation without a mail server, and says its first link, so that a newcomer can sign up. */
function folderTransport(folder: string, from: Sender): Way {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(compose(mail, from));
      const file = await writeMailFile(folder, mail, message as Buffer);
      const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
      say(`Mail to ${mail.toAddress}: “${mail.subject}”, in ${file}${link ? `\n  ${link}` : ''}`);
    },
    close: () => composer.close(),
  };
}

/** Addresses go in as objects: a name that looks like an address list stays a name. */
function compose(mail: MailToSend, from: Sender): SendMailOptions {
  return {
    messageId: mail.messageId,
    date: mail.createdAt,
    from,
    to: { name: mail.toName, address: mail.toAddress },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { 'auto-submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
