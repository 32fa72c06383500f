import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Env } from '../env.ts';
import { isDiskFull, tryFolder } from '../files/folders.ts';
import { type Log, say } from '../log.ts';
import { tryMailFile, writeMailFile } from './mail-folder.ts';
import type { LeasedMail } from './mail-queue.ts';

const mostAtOnce = 10;
/** More for mails that wait while others are slow. */
const spare = 6;
/** Servers look through a mail before they say that they have taken it; RFC 5321 has senders wait, or they send it twice. */
export const verdictMs = 120_000;

type Written = 'messageId' | 'toName' | 'toAddress' | 'subject' | 'text' | 'html' | 'createdAt';
type MailToSend = Pick<LeasedMail, 'id' | Written | 'unsubscribeUrl' | 'replyTo' | 'fromName'>;
/** It stands where the HTML names it by “cid:”. */
export type MailPicture = { cid: string; contentType: string; content: Buffer };
type Pictures = { pictures: MailPicture[] };

type ReturnPath = ((mail: MailToSend) => string) | undefined;

export type MailFolderProblem = 'mail folder full' | 'mail folder cannot be written';

export type MailTransport = {
  folder: string;
  /** A mail above it would wait for a connection until its time is over. */
  mostAtOnce: number;
  spare: number;
  /** @param contentSent when only the server's answer is missing @throws when the mail was not taken; EABORT: its fate is unknown */
  send(mail: MailToSend & Pictures, signal: AbortSignal, contentSent: () => void): Promise<void>;
  /** Full from a mail that found the disk full on, until there is room again. */
  problem(): Promise<MailFolderProblem | undefined>;
  close(): void;
};

export function mailTransport(
  env: Pick<Env, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  log: Log,
  returnPath?: ReturnPath,
): MailTransport {
  const from = { name: '', address: env.mailFrom };
  const folder = join(env.dataDir, 'mail');
  return {
    folder,
    ...(env.smtpUrl ? smtpTransport(env.smtpUrl, from, returnPath) : folderTransport(folder, from, log)),
  };
}

type SmtpMail = SendMailOptions & { contentSent: () => void };
type Sender = { name: string; address: string };
type Way = Omit<MailTransport, 'folder'>;

function smtpTransport(url: string, from: Sender, returnPath: ReturnPath): Way {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: mostAtOnce + spare,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 2 * verdictMs,
  });
  smtp.use('stream', ({ data, message }, done) => {
    const { contentSent } = data as SmtpMail;
    // At its end, which comes once all is taken: short content is ready before the server is even asked.
    message.processFunc((content) => content.once('end', contentSent));
    done();
  });
  const most = mostAtOnce + spare;
  const allowed = Number(new URL(url).searchParams.get('maxConnections')) || most;
  const connections = Math.max(1, Math.min(allowed, most));
  const spared = Math.floor((connections * spare) / most);
  return {
    mostAtOnce: connections - spared,
    spare: spared,
    async send(mail, signal, contentSent) {
      const envelope = returnPath && { from: returnPath(mail), to: mail.toAddress };
      const sent: SmtpMail = { ...compose(mail, from), ...(envelope && { envelope }), signal, contentSent };
      await smtp.sendMail(sent);
    },
    problem: () => Promise.resolve(undefined),
    close: () => smtp.close(),
  };
}

/** Writes mails as files and prints the first link, so that one can sign up without a mail server. */
function folderTransport(folder: string, from: Sender, log: Log): Way {
  let problem: MailFolderProblem | undefined;
  const note = (error: unknown) => {
    const before = problem;
    problem = isDiskFull(error) ? 'mail folder full' : 'mail folder cannot be written';
    if (problem !== before) log.error({ error }, problem);
  };
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    mostAtOnce,
    spare: 0,
    async send(mail) {
      const { message } = await composer.sendMail(compose(mail, from));
      const file = await writeMailFile(folder, mail, message as Buffer).catch((error) => {
        note(error);
        throw error;
      });
      const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
      say(`Mail to ${mail.toAddress}: “${mail.subject}”, in ${file}${link ? `\n  ${link}` : ''}`);
    },
    async problem() {
      const before = problem;
      const isWritable = await (before ? tryMailFile(folder) : tryFolder(folder)).then(() => true, note);
      // A mail may have failed meanwhile.
      if (isWritable && problem === before) problem = undefined;
      return problem;
    },
    close: () => composer.close(),
  };
}

/** Addresses are objects: a name that looks like a list of addresses stays a name. */
function compose(mail: MailToSend & Pictures, from: Sender): SendMailOptions {
  return {
    messageId: mail.messageId,
    date: mail.createdAt,
    from: { ...from, name: mail.fromName ?? from.name },
    to: { name: mail.toName, address: mail.toAddress },
    ...(mail.replyTo && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.pictures.map((picture) => ({ ...picture, contentDisposition: 'inline' })),
    headers: {
      'auto-submitted': 'auto-generated',
      // It can be turned off with one click (RFC 8058).
      ...(mail.unsubscribeUrl && {
        'list-unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
