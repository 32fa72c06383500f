import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../app.ts';
import { makeItem } from '../make.ts';
import { Visitor } from '../visitor.ts';
import { proxies, startProxy } from './proxies.ts';
import { startProduct } from './started-product.ts';

test('behind Caddy and nginx with our example, live events arrive, the client’s address counts, answers and forms pass as they are, and only a failure of the proxy itself lacks Answered-By', async () => {
  const product = await startProduct({ env: { TRUST_PROXY: '1' } });
  const names = Object.keys(proxies) as (keyof typeof proxies)[];
  const urls = await Promise.all(names.map((name) => startProxy(name, product.port)));
  for (const url of urls) {
    const owner = await product.owner();
    const item = await makeItem(owner);
    const live = await through(url, owner).live();
    onTestFinished(live.close);
    expect(await live.next('unread')).toEqual({ unread: 0 });
    const sent = await through(url).post(`/item/${item.hash}`, { text: 'It lies at the station.' });
    expect(sent.status).toBe(303);
    expect(await live.next('unread')).toEqual({ unread: 1 });

    // Addresses that it makes up do not spare a client from being held; another client is not.
    const { hash } = await makeItem(owner, { name: 'Green scarf' });
    for (let number = 1; number <= 9; number++) {
      const forwardedFor = `203.0.113.${number}, 203.0.114.${number}`;
      expect(await sendFrom('127.0.0.1', forwardedFor, `${url}/item/${hash}`, `Message ${number}`)).toBe(303);
    }
    expect(await sendFrom('127.0.0.2', '203.0.113.9', `${url}/item/${hash}`, 'Another client')).toBe(303);
    const { conversations } = await owner.call('listConversations', {});
    const tooMany = conversations.filter(({ lastMessage }) => lastMessage.heldReason === 'too-many');
    expect(tooMany.map(({ lastMessage }) => lastMessage.text)).toEqual(['Message 9']);

    // With a query a page does not come from the cache, whose answers carry less.
    const paths = ['/?x=1', `/item/${item.hash}?x=1`, '/service-worker.js', '/icon.svg', '/auth/nothing', '/live'];
    for (const path of paths) {
      const [direct, proxied] = [await headersOf(product.url + path), await headersOf(url + path)];
      expect(direct, path).toMatchObject({ 'answered-by': 'Handback' });
      expect(proxied, path).toEqual(direct);
    }
    const send = (text: string, origin = url) =>
      fetch(`${url}/item/${item.hash}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin },
        body: new URLSearchParams({ text }),
      });
    expect((await send('Hello')).status, 'a form of the host that the browser sees').toBe(303);
    expect((await send('Hello', 'http://elsewhere.example')).status).toBe(403);
    const tooLong = await send('a'.repeat(100_000));
    expect([tooLong.status, tooLong.headers.get('answered-by')]).toEqual([413, 'Handback']);
  }
  expect(await product.stop()).toBe(0);
  for (const url of urls) {
    const away = await fetch(url);
    expect([away.status, away.headers.get('answered-by')]).toEqual([502, null]);
  }
});

function through(url: string, person?: Visitor): Visitor {
  const visitor = new Visitor({ url } as App, '203.0.113.1');
  for (const [name, value] of person?.cookies ?? []) visitor.cookies.set(name, value);
  return visitor;
}

/** Sends a finder's message from an address of this machine, with the header that a client can make up. */
async function sendFrom(localAddress: string, forwardedFor: string, url: string, text: string): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': forwardedFor };
  const sending = request(url, { method: 'POST', localAddress, headers });
  sending.end(new URLSearchParams({ text }).toString());
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

async function headersOf(url: string): Promise<Record<string, string>> {
  const abort = new AbortController();
  const response = await fetch(url, {
    redirect: 'manual',
    signal: abort.signal,
    headers: { 'accept-encoding': 'br', accept: 'text/html' },
  });
  const own = /^(connection|date|keep-alive|server|transfer-encoding|content-length|set-cookie)$/;
  const headers = [...response.headers].filter(([name]) => !own.test(name));
  const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''));
  abort.abort();
  return { status: `${response.status}`, ...Object.fromEntries(headers), cookies: cookies.join() };
}
