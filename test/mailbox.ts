import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export type Mailbox = {
  url: string;
  received: Email[];
  find(to: string, subject: string): Promise<Email>;
  /** While true, the server refuses every mail with a temporary error. */
  refusing: boolean;
  /** How the server treats a recipient, by address: an answer such as “550 5.1.1 No such mailbox”, no answer ever, or a broken line. */
  treats: Map<string, string | 'hangs' | 'drops'>;
  tried: string[];
  /** The answers to mails that it has taken wait for this. */
  verdict: Promise<void> | undefined;
  /** Where the mails come back to, in the order of `received`. */
  returnPaths: string[];
  close(): Promise<void>;
};

/** A real SMTP server that keeps what it is sent. */
export async function openMailbox(): Promise<Mailbox> {
  const received: Email[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, session, done) {
      mailbox.tried.push(address);
      const treatment = mailbox.treats.get(address);
      if (treatment === 'hangs') return;
      if (treatment === 'drops') return drop(session);
      if (treatment === undefined) return done();
      done(Object.assign(new Error(treatment.slice(4)), { responseCode: Number(treatment.slice(0, 3)) }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (mailbox.refusing) return done(Object.assign(new Error('try again later'), { responseCode: 451 }));
        const { mailFrom } = envelope;
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        mailbox.returnPaths.push(mailFrom ? mailFrom.address : '');
        received.push(mail);
        for (const look of waiting) look();
        waiting.clear();
        await mailbox.verdict;
        done();
      });
    },
  });
  const drop = (session: SMTPServerSession) => {
    for (const connection of server.connections) if (connection.session === session) connection._socket.destroy();
  };
  // A client that is killed breaks its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusing: false,
    treats: new Map(),
    tried: [],
    verdict: undefined,
    returnPaths: [],
    async find(to, subject) {
      for (;;) {
        const mail = received.find((each) => each.to?.[0]?.address === to && each.subject?.includes(subject));
        if (mail) return mail;
        await new Promise<void>((resolve) => void waiting.add(resolve));
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return mailbox;
}

export function linkIn(mail: Email): string {
  const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0];
  if (!link) throw new Error(`no link in “${mail.subject}”`);
  return link;
}
