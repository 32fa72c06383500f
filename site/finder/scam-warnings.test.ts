import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeConversation, makeItem } from '../../test/make.ts';
import { withConversation, withItem, withOwner } from '../../test/worlds.ts';

test('a finder is warned in their language of an owner who writes like known scams, also on the tag’s page, and not of their own words or of others', async () => {
  const { app, owner } = await withOwner();
  const { finder, path } = await makeConversation(app, await makeItem(owner), 'I will send it once you paid 50 euros.');
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const page = async () => (await finder.get(path)).text();
  finder.language = 'fr';
  expect(await page()).not.toContain('Attention\u00a0:');
  await owner.call('replyToFinder', {
    conversationId: conversation?.id ?? '',
    key: crypto.randomUUID(),
    text: 'Write me on WhatsApp',
  });
  expect(await page()).toContain('Attention\u00a0: restez plutôt ici.');
  expect(conversation?.lastMessage.scam, 'for the owner').toBe('money');
  const pageOf = async (note: string) => {
    const { hash } = await makeItem(owner, { note });
    const finder = app.visitor();
    finder.language = 'fr';
    return (await finder.get(`/item/${hash}`)).text();
  };
  expect(await pageOf('Please pay 20 euros first, then I tell you where I live')).toContain(
    'Attention\u00a0: les escrocs',
  );
  expect(await pageOf('Tell me the code that you got by SMS: https://evil.example')).toMatch(
    /evil\.example(?!.*href="[^"]*evil).*Attention\u00a0: ne transmettez/s,
  );
  expect(await pageOf('There is a reward of 50 euros. I am on WhatsApp too.')).not.toContain('Attention');
});

test('a finder is warned of an address that looks like this site’s own, of what may be no good to show, install or visit, and not of the own address', async () => {
  const { app, owner, item } = await withItem(startApp({ publicUrl: 'https://handback.example' }));
  const { hash, id } = item;
  const pageWith = async (message: string) => {
    await owner.call('markItemLost', { id, message });
    return (await app.visitor().get(`/item/${hash}`)).text();
  };
  expect(await pageWith('See https://handbak.example/item for more')).toContain(
    'Careful: never enter or tell a password',
  );
  expect(await pageWith('See https://handback.example/item for more')).not.toContain('Careful:');
  expect(await pageWith('Send me a photo of your passport')).toContain('Careful: send no photo');
  expect(await pageWith('Please install AnyDesk')).toContain('Careful: install no app');
  expect(await pageWith('More at https://bit.ly/x7')).toContain('Careful: open no link');
  expect(await pageWith('Come alone and tell nobody')).toContain('Careful: meet by day');
});

test('a finder is warned of what an owner says of the loss', async () => {
  const { app, owner, item } = await withItem();
  const { id, hash } = item;
  await owner.call('markItemLost', { id, message: 'Send me an iTunes gift card, and I come' });
  expect(await app.visitor().read(`/item/${hash}`)).toContain('Careful: only swindlers want gift cards');
});

test('no address in a message becomes a link, and no character turns the text around or hides a part of it', async () => {
  const { owner, finder, path, id } = await withConversation();
  await owner.call('replyToFinder', {
    conversationId: id,
    key: crypto.randomUUID(),
    text: 'See https://evil.example/\u202egnp.exe\u202c and www.ev\u200bil.example or <a href="https://evil.example">this</a>',
  });
  const html = await finder.read(path);
  expect(html).toContain('See https://evil.example/gnp.exe and www.evil.example or this');
  expect(html).not.toMatch(/href="[^"]*evil/);
  expect(html).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/);
});
