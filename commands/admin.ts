import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Administered } from '../domain/accounts/administer-account.ts';
import { disableAccount, enableAccount } from '../domain/accounts/disable-account.ts';
import { makeResetLink } from '../domain/accounts/reset-password.ts';
import { grantAdmin, revokeAdmin } from '../domain/accounts/roles.ts';
import { recordAction } from '../domain/audit/record-action.ts';
import { administerTag } from '../domain/items/administer-tag.ts';
import { maxTagsOfBatch } from '../domain/items/contract/limits.ts';
import { readTagCode } from '../domain/items/contract/tag-code.ts';
import { makeStockTags } from '../domain/items/make-tags.ts';
import { listActivationCodes, listTags, tagListFormats } from '../domain/items/tag-list.ts';
import { resetSecondFactor } from '../domain/second-factor/factors.ts';
import { say } from '../server/log.ts';
import { OperatorError } from '../server/operator-error.ts';
import { acceptSecret } from '../server/secret.ts';
import type { Services } from '../server/services.ts';
import { importFirebase, readOptions, usage as usageOfImport } from './import-firebase.ts';
import { isOption, runCommand } from './run-command.ts';

const ofAccounts: Record<string, (email: string, services: Services) => Promise<string | false>> = {
  grant: async (email, services) => (await grantAdmin(email, services)) && `${email} is administrator now.`,
  revoke: async (email, services) =>
    isDone(await revokeAdmin(email, services)) && `${email} is no longer administrator.`,
  disable: async (email, services) =>
    isDone(await disableAccount(email, services)) &&
    `${email} cannot sign in, and what was signed in opens nothing any more.`,
  enable: async (email, services) =>
    isDone(await enableAccount(email, services)) && `${email} can sign in again, anew on each device.`,
  'reset-second-factor': async (email, services) =>
    (await resetSecondFactor(email, services)) &&
    `${email} is signed out, has no second factor, passkey or recovery code left, and sets up a new one at the next visit to /admin.`,
  'reset-link': async (email, services) => {
    const link = await makeResetLink(email, services);
    return link !== null && `With this link ${email} can set a new password, once, within an hour:\n${link}`;
  },
};

function isDone(outcome: Administered): boolean {
  if (outcome === 'last-administrator')
    throw new OperatorError('This is the only administrator. Give the role to somebody else first.');
  return outcome === 'done';
}

const ofTags: Record<string, (given: string[], services: Services) => Promise<AsyncIterable<string>>> = {
  'make-tags': async ([count], services) => {
    const { batch } = await makeStockTags(Number(count), services);
    return listActivationCodes(batch, services);
  },
  'export-tags': async (given, services) => listTags(formatOf(given), services),
};

function formatOf(given: string[]): (typeof tagListFormats)[number] {
  const format = tagListFormats.find((each) => given.join(' ') === `--format ${each}`);
  if (!format) throw new OperatorError(`Say how: npm run admin -- export-tags --format ${tagListFormats.join('|')}`);
  return format;
}

async function retire([typed = '']: string[], services: Services): Promise<string> {
  const asked = { code: codeOf(typed), act: 'retire', reason: 'other' } as const;
  if ((await administerTag(null, asked, services)) === 'no-tag')
    throw new OperatorError(`There is no tag with the code ${typed}.`);
  return `The tag ${typed} is retired.`;
}

function codeOf(typed: string): string {
  const code = readTagCode(typed);
  if (!code) throw new OperatorError('Give its code: npm run admin -- retire-tag XXXX-XXXX-XXXX-XXXX');
  return code;
}

const usage = [
  ...Object.keys(ofAccounts).map((name) => `npm run admin -- ${name} you@example.com`),
  'npm run admin -- make-tags 100',
  `npm run admin -- export-tags --format ${tagListFormats.join('|')}`,
  'npm run admin -- retire-tag XXXX-XXXX-XXXX-XXXX',
  'npm run admin -- accept-secret',
  usageOfImport,
].join('\n');

function takes([name = '', ...given]: string[]): boolean {
  const [first = ''] = given;
  if (Object.hasOwn(ofAccounts, name)) {
    if (given.length !== 1 || isOption(first))
      throw new OperatorError(`Say whom: npm run admin -- ${name} you@example.com`);
  } else if (name === 'make-tags') {
    if (given.length !== 1 || !/^[1-9]\d{0,5}$/.test(first) || Number(first) > maxTagsOfBatch)
      throw new OperatorError(`Say how many, at most ${maxTagsOfBatch}: npm run admin -- make-tags 100`);
  } else if (name === 'export-tags') formatOf(given);
  else if (name === 'retire-tag') codeOf(first);
  else if (name === 'import-firebase') readOptions(given);
  else return name === 'accept-secret' && given.length === 0;
  return true;
}

/** What they compute from another secret than the server's is void: activation codes, and ids by which nothing is imported twice. */
const computing = ['make-tags', 'import-firebase'];

await runCommand({ usage, takes }, async (services) => {
  const [name = '', ...given] = process.argv.slice(2);
  if (computing.includes(name) && services.machine.secretReplaced)
    throw new OperatorError(
      'The secret of this command is not the one that the database was used with: what it makes, such as activation codes, would be ' +
        'void. Give it the settings of the server, SECRET too. If it is lost: npm run restore -- --secret FILE, or npm run admin -- accept-secret',
    );
  const listed = Object.hasOwn(ofTags, name) ? await ofTags[name]?.(given, services) : undefined;
  if (listed) return pipeline(Readable.from(listed), process.stdout, { end: false });

  if (name === 'accept-secret') {
    await services.db.transaction().execute(async (trx) => {
      await acceptSecret(trx, services.keys);
      await recordAction(trx, { by: null, act: 'acceptSecret', id: 'secret' });
    });
    return say('The secret counts as the right one from the next start. What was signed with another stays void.');
  }
  if (name === 'retire-tag') return say(await retire(given, services));
  if (name === 'import-firebase') return importFirebase(given, services);

  const [email = ''] = given;
  const outcome = await ofAccounts[name]?.(email, services);
  if (!outcome) throw new OperatorError(`There is no account with the address ${email}. Sign up with it first.`);
  say(outcome);
});
