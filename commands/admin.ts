import { grantAdmin, revokeAdmin } from '../domain/accounts/roles.ts';
import { say } from '../server/say.ts';
import { runCommand, Usage } from './run-command.ts';

const verbs = { grant: grantAdmin, revoke: revokeAdmin };
const done = { grant: 'is administrator now.', revoke: 'is no longer administrator.' };

/** npm run admin -- grant you@example.com */
await runCommand(async (installation) => {
  const [verb = '', email = ''] = process.argv.slice(2);
  if (!(verb === 'grant' || verb === 'revoke') || !email) {
    throw new Usage('Say whom: npm run admin -- grant you@example.com (or: revoke you@example.com)');
  }
  if (!(await verbs[verb](email, installation))) {
    throw new Usage(`There is no account with the address ${email}. Sign up with it first.`);
  }
  say(`${email} ${done[verb]}`);
});
