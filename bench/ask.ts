import { once } from 'node:events';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Answered = { response: IncomingMessage; body: Buffer };

const agent = new Agent({ keepAlive: true });

/** One request over a connection that is kept; the body comes as it was on the wire, still compressed. */
export async function ask(url: string, options: { headers: OutgoingHttpHeaders; form?: string }): Promise<Answered> {
  const { headers, form } = options;
  const sent = request(url, { agent, headers, method: form === undefined ? 'GET' : 'POST' });
  sent.end(form);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { response, body: await buffer(response) };
}
