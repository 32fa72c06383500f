import { createServer } from 'node:http';

export type CannedResponse = { headers: string[]; body: Buffer };

/** Run as a process of its own: node:http and nothing else, answering every request with the one response it is given. */
process.once('message', ({ headers, body }: CannedResponse) => {
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  server.listen(0, () => process.send?.(server.address()));
});
process.once('disconnect', () => process.exit());
