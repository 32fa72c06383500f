import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type DatabaseLine = AsyncDisposable & {
  port: number;
  cutListening(): void;
  /** Keeps them open and lets nothing more through, either way, as a network does that forgot a connection. */
  silenceListening(): void;
};

type Connection = { near: Socket; far: Socket; listens: boolean; silent: boolean };

export async function openDatabaseLine(target: number): Promise<DatabaseLine> {
  const connections = new Set<Connection>();
  const listening = () => [...connections].filter(({ listens }) => listens);
  const server = createServer((near) => {
    const connection = { near, far: connect(target, '127.0.0.1'), listens: false, silent: false };
    const { far } = connection;
    connections.add(connection);
    near.on('data', (bytes) => {
      connection.listens ||= /\blisten\s/i.test(bytes.toString('latin1'));
      if (!connection.silent) far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!connection.silent) near.write(bytes);
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
    cutListening() {
      for (const { near } of listening()) near.destroy();
    },
    silenceListening() {
      for (const connection of listening()) connection.silent = true;
    },
    async [Symbol.asyncDispose]() {
      for (const { near } of connections) near.destroy();
      server.close();
    },
  };
}
