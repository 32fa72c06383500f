import { revokeLinks } from '../domain/accounts/account-links.ts';
import { lockAccount } from '../domain/accounts/account-rows.ts';
import { recordConfirmedAddress } from '../domain/accounts/confirmed-address.ts';
import { grantAdmin } from '../domain/accounts/roles.ts';
import { signUp } from '../domain/accounts/sign-up.ts';
import { addItem } from '../domain/items/change-items.ts';
import type { Category } from '../domain/items/contract/categories.ts';
import { markItemMissing } from '../domain/items/item-states.ts';
import { replyToFinder } from '../domain/messages/owner-side.ts';
import { reportFound } from '../domain/messages/report-found.ts';
import { endFirstSteps } from '../domain/people/first-steps.ts';
import { defaultLanguage } from '../language/languages.ts';
import { conversationPath, itemPath } from '../paths/paths.ts';
import { say } from '../server/log.ts';
import { OperatorError } from '../server/operator-error.ts';
import type { Services } from '../server/services.ts';
import { addDemoShop } from './demo-shop.ts';
import { runCommand } from './run-command.ts';

const email = 'ada@example.com';
const password = 'print a tag today';

const belongings: [name: string, category: Category, note: string][] = [
  ['Blue backpack', 'bag', 'My passport is in the front pocket. Thank you for looking after it.'],
  ['House keys', 'keys', ''],
  ['Grandmother’s camera', 'camera', 'It is old and not worth much, but the film in it is.'],
];

const usage = 'npm run demo fills an empty installation with an owner, items, a conversation and a shop.';

await runCommand({ usage, takes: (given) => given.length === 0 }, async (services) => {
  if (await services.db.selectFrom('users').select('uid').executeTakeFirst()) {
    throw new OperatorError(
      'There are accounts already: the demo fills only an empty installation. Set DATA_DIR to a new folder.',
    );
  }
  const owner = { uid: await makeAccount(services) };
  const items = [];
  for (const [name, category, note] of belongings) {
    items.push(await addItem(owner, { key: name, name, category, note }, services));
  }
  const [backpack] = items;
  if (!backpack) return;
  await markItemMissing(owner, { id: backpack.id, state: 'lost' }, services);
  const report = {
    item: { ...backpack, ownerId: owner.uid },
    answer: 'handed-in',
    text: 'At the ticket office, platform 2.',
    name: 'Kim',
  } as const;
  const finder = { sender: 'demo', networkKey: 'demo' };
  const found = await reportFound(finder, { ...report, key: 'demo-found' }, services);
  const conversation = await services.db.selectFrom('conversations').select('id').executeTakeFirstOrThrow();
  const reply = { conversationId: conversation.id, key: 'demo-reply', text: 'Wonderful, I am on my way. Thank you!' };
  await replyToFinder(owner, reply, services);

  await endFirstSteps(owner, services);
  await addDemoShop(owner, services);

  say(`Owner and administrator: ${email}, password “${password}”`);
  say('                         The first visit to /admin sets up a second factor.');
  say(`A finder’s page:         ${services.publicUrl}${itemPath(backpack.hash)}`);
  if (found.state === 'sent') say(`The finder’s own link:   ${services.publicUrl}${conversationPath(found.secret)}`);
});

async function makeAccount(services: Services): Promise<string> {
  await signUp({ name: 'Ada', email, password, deviceHash: '', language: defaultLanguage }, services);
  const uid = await services.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, email);
    if (!account) throw new Error('could not make the account');
    await revokeLinks(trx, account.uid, ['confirm']);
    await trx.deleteFrom('outgoingMails').where('uid', '=', account.uid).execute();
    await recordConfirmedAddress(trx, { ...account, language: null }, services);
    return account.uid;
  });
  await grantAdmin(email, services);
  return uid;
}
