import { once } from 'node:events';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Answered = { response: IncomingMessage; body: Buffer };

const agent = new Agent({ keepAlive: true });

/** One request over a connection that is kept; the body comes as it was on the wire, still compressed. */
export async function ask(url: string, options: { headers: OutgoingHttpHeaders; body?: string }): Promise<Answered> {
  const { headers, body } = options;
  const sent = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { response, body: await buffer(response) };
}
