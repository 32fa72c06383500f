import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Env } from '../env.ts';
import { say } from '../say.ts';

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
  /** @throws when the mail was not taken, or when the signal aborts first */
  send(mail: MailToSend, signal: AbortSignal): Promise<void>;
  close(): void;
};

/** The transport that the settings ask for: SMTP, or files below DATA_DIR that are announced on the console. */
export function mailTransport(env: Pick<Env, 'smtpUrl' | 'mailFrom' | 'dataDir'>): MailTransport {
  const from = { name: '', address: env.mailFrom };
  if (env.smtpUrl) return smtpTransport(env.smtpUrl, from);
  return folderTransport(join(env.dataDir, 'mail'), from, ({ file, subject, to, link }) => {
    say(`Mail to ${to}: “${subject}”, in ${file}${link ? `\n  ${link}` : ''}`);
  });
}

type Sender = { name: string; address: string };

/** Sends over SMTP; `url` as smtp://user:password@host:587 or smtps://… */
function smtpTransport(url: string, from: Sender): MailTransport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 15_000,
  });
  return {
    async send(mail, signal) {
      const late = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('the mail server took too long')), { once: true });
      });
      await Promise.race([smtp.sendMail(compose(mail, from)), late]);
    },
    close: () => smtp.close(),
  };
}

/**
 * Writes each mail as an .eml file under the folder, for an installation without a mail server.
 * `announce` is given the file and the first link in it, so that a newcomer can sign up.
 */
function folderTransport(
  folder: string,
  from: Sender,
  announce: (mail: { file: string; subject: string; to: string; link: string | undefined }) => void,
): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { message } = await composer.sendMail(compose(mail, from));
      const name = `${mail.createdAt.toISOString().replace(/[:.]/g, '-')}-${mail.messageId.replace(/@.*/, '').replace(/[^a-z0-9-]/g, '')}.eml`;
      const file = join(folder, name);
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      announce({ file, subject: mail.subject, to: mail.toAddress, link: /https?:\/\/\S+/.exec(mail.text)?.[0] });
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
