import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What is wrong with a mail server: it takes connections and says nothing, says no, or breaks off when it has taken a mail. */
export type Failure = 'hang' | 'refuse' | 'drop';

type Connection = { near: Socket; far: Socket; listens: boolean; hasMail: boolean; silent: boolean };

export type Line = Awaited<ReturnType<typeof openLine>>;

/** Passes on to a port of this machine what comes, until something is wrong with it. */
export async function openLine(target: number) {
  const connections = new Set<Connection>();
  let wrong: Failure | undefined;
  const listening = () => [...connections].filter(({ listens }) => listens);
  const breakOff = () => {
    for (const { near } of connections) near.destroy();
  };
  const server = createServer((near) => {
    const connection = { near, far: connect(target, '127.0.0.1'), listens: false, hasMail: false, silent: false };
    const { far } = connection;
    connections.add(connection);
    connection.silent = wrong === 'hang' || wrong === 'refuse';
    if (wrong === 'refuse') near.end('421 Try again later\r\n');
    near.on('data', (bytes) => {
      connection.listens ||= /\blisten\s/i.test(bytes.toString('latin1'));
      connection.hasMail ||= bytes.includes('\r\n.\r\n');
      if (!connection.silent) far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (wrong === 'drop' && connection.hasMail) near.destroy();
      else if (!connection.silent) near.write(bytes);
    });
    for (const [here, there] of [
      [near, far],
      [far, near],
    ] as const) {
      // How a connection broke is for those at its ends to tell.
      here.on('error', () => undefined);
      here.on('close', () => {
        there.destroy();
        connections.delete(connection);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Breaks the connections over which a database is listened to. */
    cutListening() {
      for (const { near } of listening()) near.destroy();
    },
    /** Keeps them open and lets nothing more through, either way, as a network does that forgot a connection. */
    silenceListening() {
      for (const connection of listening()) connection.silent = true;
    },
    setFailure(kind: Failure | undefined) {
      wrong = kind;
      breakOff();
    },
    async [Symbol.asyncDispose]() {
      breakOff();
      server.close();
    },
  };
}
