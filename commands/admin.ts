import { disableAccount, enableAccount } from '../domain/accounts/disable-account.ts';
import { makeResetLink } from '../domain/accounts/reset-password.ts';
import { grantAdmin, revokeAdmin } from '../domain/accounts/roles.ts';
import type { Installation } from '../server/installation.ts';
import { OperatorError } from '../server/operator-error.ts';
import { say } from '../server/say.ts';
import { runCommand } from './run-command.ts';

const verbs: Record<string, (email: string, installation: Installation) => Promise<string | false>> = {
  grant: async (email, installation) => (await grantAdmin(email, installation)) && `${email} is administrator now.`,
  revoke: async (email, installation) =>
    (await revokeAdmin(email, installation)) && `${email} is no longer administrator.`,
  disable: async (email, installation) =>
    (await disableAccount(email, installation)) &&
    `${email} cannot sign in, and what was signed in opens nothing any more.`,
  enable: async (email, installation) =>
    (await enableAccount(email, installation)) && `${email} can sign in again, anew on each device.`,
  'reset-link': async (email, installation) => {
    const link = await makeResetLink(email, installation);
    return link !== null && `With this link ${email} can set a new password, once, within an hour:\n${link}`;
  },
};

/** npm run admin -- grant you@example.com */
await runCommand(async (installation) => {
  const [name = '', email = ''] = process.argv.slice(2);
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb || !email) {
    const others = Object.keys(verbs).slice(1).join(', ');
    throw new OperatorError(`Say whom: npm run admin -- grant you@example.com (or: ${others})`);
  }
  const outcome = await verb(email, installation);
  if (!outcome) throw new OperatorError(`There is no account with the address ${email}. Sign up with it first.`);
  say(outcome);
});
