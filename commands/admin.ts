import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Administered } from '../domain/accounts/administer-account.ts';
import { disableAccount, enableAccount } from '../domain/accounts/disable-account.ts';
import { makeResetLink } from '../domain/accounts/reset-password.ts';
import { grantAdmin, revokeAdmin } from '../domain/accounts/roles.ts';
import { recordAct } from '../domain/audit/record-act.ts';
import { makeStockTags, retireTag } from '../domain/items/blank-tags.ts';
import { readTagCode } from '../domain/items/contract/tag-code.ts';
import { listActivationCodes, listTags, tagListFormats } from '../domain/items/tag-list.ts';
import { resetSecondFactor } from '../domain/second-factor/factors.ts';
import type { Installation } from '../server/installation.ts';
import { OperatorError } from '../server/operator-error.ts';
import { say } from '../server/say.ts';
import { acceptSecret } from '../server/secret-fingerprint.ts';
import { importFirebase } from './import-firebase.ts';
import { runCommand } from './run-command.ts';

const ofAccounts: Record<string, (email: string, installation: Installation) => Promise<string | false>> = {
  grant: async (email, installation) => (await grantAdmin(email, installation)) && `${email} is administrator now.`,
  revoke: async (email, installation) =>
    isDone(await revokeAdmin(email, installation)) && `${email} is no longer administrator.`,
  disable: async (email, installation) =>
    isDone(await disableAccount(email, installation)) &&
    `${email} cannot sign in, and what was signed in opens nothing any more.`,
  enable: async (email, installation) =>
    isDone(await enableAccount(email, installation)) && `${email} can sign in again, anew on each device.`,
  'reset-second-factor': async (email, installation) =>
    (await resetSecondFactor(email, installation)) &&
    `${email} is signed out, has no second factor, passkey or recovery code left, and sets up a new one at the next visit to /admin.`,
  'reset-link': async (email, installation) => {
    const link = await makeResetLink(email, installation);
    return link !== null && `With this link ${email} can set a new password, once, within an hour:\n${link}`;
  },
};

function isDone(outcome: Administered): boolean {
  if (outcome === 'last-administrator')
    throw new OperatorError('This is the only administrator. Give the role to somebody else first.');
  return outcome === 'done';
}

const mostTagsAtOnce = 100_000;

const ofTags: Record<string, (given: string[], installation: Installation) => Promise<AsyncIterable<string>>> = {
  'make-tags': async ([count = ''], installation) => {
    if (!/^[1-9]\d{0,5}$/.test(count) || Number(count) > mostTagsAtOnce) {
      throw new OperatorError(`Say how many, at most ${mostTagsAtOnce}: npm run admin -- make-tags 100`);
    }
    const { batch } = await makeStockTags(Number(count), installation);
    return listActivationCodes(batch, installation);
  },
  'export-tags': async (given, installation) => {
    const format = tagListFormats.find((each) => given.join(' ') === `--format ${each}`);
    if (!format) throw new OperatorError(`Say how: npm run admin -- export-tags --format ${tagListFormats.join('|')}`);
    return listTags(format, installation);
  },
};

async function retire([typed = '']: string[], installation: Installation): Promise<string> {
  const code = readTagCode(typed);
  if (!code) throw new OperatorError('Give its code: npm run admin -- retire-tag XXXX-XXXX-XXXX-XXXX');
  if (!(await retireTag(code, installation))) throw new OperatorError(`There is no tag with the code ${typed}.`);
  return `The tag ${typed} is retired.`;
}

/** npm run admin -- grant you@example.com */
await runCommand(async (installation) => {
  const [name = '', ...given] = process.argv.slice(2);
  const listed = Object.hasOwn(ofTags, name) ? await ofTags[name]?.(given, installation) : undefined;
  if (listed) return pipeline(Readable.from(listed), process.stdout, { end: false });

  if (name === 'accept-secret') {
    await installation.db.transaction().execute(async (trx) => {
      await acceptSecret(trx, installation.keys);
      await recordAct(trx, { by: null, act: 'acceptSecret', subject: { kind: 'setting', id: 'secret' } });
    });
    return say('The secret counts as the right one from the next start. What was signed with another stays void.');
  }
  if (name === 'retire-tag') return say(await retire(given, installation));

  if (name === 'import-firebase') return importFirebase(given, installation);

  const [email = ''] = given;
  const verb = Object.hasOwn(ofAccounts, name) ? ofAccounts[name] : undefined;
  if (!verb || !email) {
    const others = [
      ...Object.keys(ofAccounts).slice(1),
      ...Object.keys(ofTags),
      'retire-tag',
      'import-firebase',
      'accept-secret',
    ].join(', ');
    throw new OperatorError(`Say whom: npm run admin -- grant you@example.com (or: ${others})`);
  }
  const outcome = await verb(email, installation);
  if (!outcome) throw new OperatorError(`There is no account with the address ${email}. Sign up with it first.`);
  say(outcome);
});
