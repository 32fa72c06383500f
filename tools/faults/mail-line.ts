import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What is wrong with a mail server: it takes connections and says nothing, says no, or breaks off when it has taken a mail. */
export type Failure = 'hang' | 'refuse' | 'drop';

export type MailLine = AsyncDisposable & {
  url: string;
  setFailure(kind: Failure | undefined): void;
};

export async function openMailLine(target: string): Promise<MailLine> {
  const { port } = new URL(target);
  const open = new Set<Socket>();
  let wrong: Failure | undefined;
  const keep = (socket: Socket) => {
    open.add(socket);
    // How a connection broke is for those at its ends to tell.
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (wrong === 'refuse') near.end('421 Try again later\r\n');
    if (wrong === 'refuse' || wrong === 'hang') return;
    const far = connect(Number(port), '127.0.0.1');
    keep(far);
    let isTaken = false;
    near.on('data', (bytes) => {
      isTaken ||= bytes.includes('\r\n.\r\n');
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (wrong === 'drop' && isTaken) near.destroy();
      else near.write(bytes);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakOff = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setFailure(kind) {
      wrong = kind;
      breakOff();
    },
    async [Symbol.asyncDispose]() {
      breakOff();
      server.close();
    },
  };
}
