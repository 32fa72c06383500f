import { randomBytes } from 'node:crypto';
import type { Email } from 'postal-mime';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { pauseOver, queuedMails, sendWaitingNotifications } from '../../test/mail-queue.ts';
import { linkIn } from '../../test/mailbox.ts';
import {
  makeAdministrator,
  makeConversation,
  makeFinder,
  makeItem,
  makeOwner,
  makePicture,
  type Person,
  shareItem,
} from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';

const item = 'Blue backpack';

test('the mail says which item it is about and, set apart, what the finder said, and leads to the thread', async () => {
  const { app, owner, report } = await begin();
  await report({ answer: 'handed-in', text: 'At the  desk\nof the <main> station' });
  const mail = await newMessage(app, owner);
  expect(mail.subject).toBe(`Somebody wrote to you about “${item}”`);
  expect(mail.text).toContain(`“${item}”`);
  expect(mail.text).toContain('“I handed it in”\n“At the desk of the station”');
  expect(mail.html).toContain('<blockquote dir="auto">“I handed it in”\n“At the desk of the station”</blockquote>');
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  expect(linkIn(mail)).toBe(`${app.url}/inbox/${conversation?.id}`);
});

test('the mail brings the picture that finders may see, small, or else the drawing of the category; a picture that is hidden before the mail is sent stays away; nothing is loaded from a server', async () => {
  const { app, owner, tag, report } = await begin();
  await report({ text: 'At the station' });
  const drawn = await pictureIn(await newMessage(app, owner));
  expect(drawn).toMatchObject({ name: 'bag.', format: 'png' });

  const noise = await sharp(randomBytes(480_000), { raw: { width: 400, height: 400, channels: 3 } })
    .png()
    .toBuffer();
  const { pictureId } = await makePicture(owner, tag, new Uint8Array(noise));
  app.mailbox.received.length = 0;
  await report({ text: 'At the station' });
  await sendWaitingNotifications(app);
  const shown = await pictureIn(await newMessage(app, owner));
  expect(shown).toMatchObject({ name: `bag.${pictureId}`, format: 'jpeg', width: 176 });
  expect(shown.size).toBeLessThan(20_000);

  app.mailbox.received.length = 0;
  app.mailbox.refusing = true;
  await report({ text: 'At the station' });
  await sendWaitingNotifications(app);
  const refused = async () => (await queuedMails(app)).filter(({ lastErrorAt }) => lastErrorAt);
  await expect.poll(refused, { timeout: 20_000 }).toHaveLength(1);
  await owner.call('showPicture', { itemId: tag.id, shown: false });
  app.mailbox.refusing = false;
  await pauseOver(app);
  expect((await pictureIn(await newMessage(app, owner))).size).toBe(drawn.size);
});

async function pictureIn({ html, attachments }: Email) {
  expect(html).not.toMatch(/src="(?!cid:)/);
  const [mark, picture] = attachments.map((each) => ({ ...each, content: each.content as ArrayBuffer }));
  expect(mark?.contentId).toBe('<mark@handback>');
  expect(html).toContain(`src="cid:${picture?.contentId?.slice(1, -1)}"`);
  const { format, width } = await sharp(picture?.content).metadata();
  expect(picture?.mimeType).toBe(`image/${format}`);
  return { name: picture?.contentId?.slice(1, -'@handback>'.length), format, width, size: picture?.content.byteLength };
}

test('a German owner reads the ready answer in German', async () => {
  const { app, owner, report } = await begin();
  await owner.call('updateUserProfile', { language: 'de' });
  await report({ answer: 'have', text: 'Call me' });
  const mail = await app.mailbox.find(owner.email, 'Jemand hat Ihnen');
  expect(mail.text).toContain('„Ich habe es“\n„Call me“');
});

test('links, addresses and long numbers are left out, and what follows 200 characters; words that are an address say nothing', async () => {
  const app = await sharedApp();
  const family = '👩‍👩‍👧‍👦';
  const quotes = {
    'See https://evil.example/win?a=b now': '“See … now”',
    'Go to evil.com or WWW.EVIL.COM, please': '“Go to … or … please”',
    'Write to eve@evil.com': '“Write to …”',
    'Read more on evil dot de, or on Evil Punkt Com': '“Read more on …, or on …”',
    'Come to evil de for your money': '“Come to … for your money”',
    'Kommen Sie auf evil at, oder auf evil co uk': '“Kommen Sie auf …, oder auf …”',
    'I found it . At the station . It is there .': '“I found it. At the station. It is there.”',
    'Call +49 (171) 234-5678 or 0１7１ 2 today': '“Call … or … today”',
    'Call four nine one seven one, please': '“Call …, please”',
    'Rufen Sie Null-Eins-Sieben-Eins-Neun oder einundzwanzig vierundvierzig fünf an': '“Rufen Sie … oder … an”',
    'Call 0 and one and 7 and one and 9 and five and 3': '“Call … and … and … and … and … and … and …”',
    'One of two bags, room 12, platform 7': '“One of two bags, room 12, platform 7”',
    [`${'ä'.repeat(150)} ${'b'.repeat(100)}`]: `“${'ä'.repeat(150)} ${'b'.repeat(49)}…”`,
    [`a${family.repeat(250)}`]: `“a${family.repeat(199)}…”`,
    'evil dot com': '',
    'evil . at': '',
    '0171 2345678': '',
    'Call me: 0171 2345678 today': '“Call me: … today”',
    'Call me on 2345678 (0171), room 12': '“Call me on …), room 12”',
    'At platform 4 … come': '“At platform 4 … come”',
    'https://evil.com @ evil . com': '',
  };
  for (const [text, quote] of Object.entries(quotes)) {
    const { owner, report } = await begin(app);
    await report({ text });
    const mail = await newMessage(app, owner);
    const words = quote ? `wrote to you:\n\n${quote}\n\n` : 'left you a message. Read it';
    expect(mail.text).toContain(`Somebody scanned the tag on “${item}” and ${words}`);
    expect(mail.text).not.toMatch(/evil|eve@|1７1/i);
  }
});

test('a mail that quotes what resembles a known scam warns of it, in both of its parts; one without the words does not', async () => {
  const { app, owner, report } = await begin();
  await owner.call('updateUserProfile', { language: 'de' });
  await report({ text: 'I send it when you have paid 50 euros first' });
  const mail = await app.mailbox.find(owner.email, 'Jemand hat Ihnen');
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain('„I send it when you have paid 50 euros first“');
    expect(part).toContain('Vorsicht: Betrüger verlangen Geld im Voraus');
  }
  const other = await begin(app);
  const words = { text: 'I send it when you have paid 50 euros first', website: 'filled in by a program' };
  await app.visitor().post(`/item/${other.hash}`, words);
  expect((await newMessage(app, other.owner)).text).not.toContain('Careful');
});

test('without the operator’s consent, to an unconfirmed address, and of a message that a program may have sent, the mail says no words', async () => {
  const silent = await begin(await startApp({ mailQuotesFinders: false }));
  await silent.report({ text: 'At the station' });

  const held = await begin();
  await held.app.visitor().post(`/item/${held.hash}`, { text: 'At the station', website: 'filled in by a program' });

  const unconfirmed = await begin(held.app);
  const before = { emailVerified: false, createdAt: new Date('2023-03-01T12:00:00Z') };
  await held.app.services.db.updateTable('authUsers').set(before).execute();
  await unconfirmed.report({ text: 'At the station' });

  for (const { app, owner } of [silent, unconfirmed, held]) {
    const mail = await newMessage(app, owner);
    expect(`${mail.text}${mail.html}`).not.toContain('station');
    expect(mail.text).toContain(`“${item}”`);
  }
});

test('without a form cookie the first message of a network is quoted like any other', async () => {
  const { app, owner, hash } = await begin();
  await app.visitor().post(`/item/${hash}`, { text: 'At the station' });
  expect((await newMessage(app, owner)).text).toContain('“At the station”');
});

async function begin(given?: App) {
  const app = given ?? (await startApp());
  const owner = await makeOwner(app);
  const tag = await makeItem(owner, { name: item });
  return {
    app,
    owner,
    tag,
    hash: tag.hash,
    async report(words: { text: string; answer?: string }) {
      expect((await (await makeFinder(app, tag)).post(`/item/${tag.hash}`, words)).status).toBe(303);
    },
  };
}

function newMessage(app: App, owner: Person): Promise<Email> {
  return app.mailbox.find(owner.email, 'Somebody wrote');
}

test.each(['disabled', 'deleted'] as const)(
  'a notification that waits for a member is not sent when meanwhile they may read it no more: %s',
  async (state) => {
    const app = await startApp();
    const [owner, member] = [await makeOwner(app), await makeOwner(app, 'Bob')];
    const shared = await shareItem(owner, member);
    const { finder, path } = await makeConversation(app, shared, 'The first');
    await app.mailbox.find(member.email, 'Somebody wrote');
    await finder.post(path, { key: 'a-key-of-mine', text: 'The second' });
    if (state === 'deleted') await owner.call('deleteItem', { id: shared.id });
    else await (await makeAdministrator(app)).call('administerAccount', { id: member.uid, act: 'disable' });
    await sendWaitingNotifications(app);
    const told = (await queuedMails(app)).filter(({ toAddress }) => toAddress === member.email);
    expect(told.filter(({ purpose }) => purpose.startsWith('new-message'))).toHaveLength(1);
  },
);
