import { z } from 'zod';
import { defaultLanguage, translationsIn } from '../../language/languages.ts';
import { type FirebaseScrypt, storeFirebaseHash } from '../../server/auth/password.ts';
import type { AuditChanges } from '../../server/db/tables/audit.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { displayName } from '../accounts/contract/schema.ts';
import { recordAction } from '../audit/record-action.ts';
import { claimRows, findImported, type Given, importKey } from './import-owned-rows.ts';
import { type AccountRow, accountRow, type ReadRow, readRow } from './row-schemas.ts';
import { type Outcome, type Reason, refusedRow } from './run.ts';

type AccountsGiven = Given & { parameters?: FirebaseScrypt | undefined };
type KnownAccounts = { uids: Set<string>; emails: Set<string>; imported: Set<string> };

/** Judges each alone: one whose uid or address is taken is refused, never merged. Nobody gets a role. */
export async function importAccounts(given: AccountsGiven, services: Services): Promise<Outcome[]> {
  const read = given.rows.map((row) => readRow(accountRow, row));
  const accounts = read.flatMap(({ row }) => row ?? []);
  return services.db.transaction().execute(async (trx) => {
    const known = await findKnown(trx, accounts, services);
    const judged = read.map((each) => judge(each, known, given, services));
    const added = judged.filter((each) => 'account' in each);
    if (given.dryRun || added.length === 0) return judged.map(({ outcome }) => outcome);
    const { there, claimed } = await addAccounts(trx, added, services);
    const changes: AuditChanges = { added: [0, there.size] };
    if (there.size > 0) {
      await recordAction(trx, { by: null, act: 'importAccounts', id: 'accounts', changes });
    }
    return judged.map((each): Outcome => {
      if (!('account' in each) || there.has(each.account.uid)) return each.outcome;
      // Another import added it, or somebody took the address, since it was judged.
      return claimed.has(importKey('account', each.account.uid, services))
        ? refusedRow('emailTaken')
        : { state: 'known', reasons: [] };
    });
  });
}

async function findKnown(trx: Executor, accounts: AccountRow[], services: Services): Promise<KnownAccounts> {
  const uids = accounts.map(({ uid }) => uid);
  const emails = accounts.map(({ email }) => email);
  const none = { uids: new Set<string>(), emails: new Set<string>(), imported: new Set<string>() };
  if (uids.length === 0) return none;
  const rows = await trx
    .selectFrom('authUsers')
    .select(['id', 'email'])
    .where(({ eb, or }) => or([eb('id', 'in', uids), eb('email', 'in', emails)]))
    .execute();
  const imported = await findImported(
    trx,
    uids.map((uid) => importKey('account', uid, services)),
  );
  return { uids: new Set(rows.map(({ id }) => id)), emails: new Set(rows.map(({ email }) => email)), imported };
}

type NewAccount = { account: AccountRow; name: string; password: string | undefined };

type Judged = { outcome: Outcome } | (NewAccount & { outcome: Outcome });

function judge(
  read: ReadRow<AccountRow>,
  known: KnownAccounts,
  { parameters }: AccountsGiven,
  services: Services,
): Judged {
  if (read.refusal) return { outcome: read.refusal };
  const { row } = read;
  const { uid, email } = row;
  if (known.imported.has(importKey('account', uid, services))) return { outcome: { state: 'known', reasons: [] } };
  if (known.uids.has(uid)) return { outcome: refusedRow('idTaken') };
  if (known.emails.has(email)) return { outcome: refusedRow('emailTaken') };
  const password = readPassword(row, parameters);
  if (password.state === 'refused') return { outcome: refusedRow(password.reason) };
  // The second of two in one call.
  known.uids.add(uid);
  known.emails.add(email);
  const own = [row.profile?.displayName, row.displayName].find((name) => name?.trim());
  const readName = displayName.safeParse(own);
  const name = readName.success ? readName.data : nameFrom(email);
  const reasons = new Set(read.reasons);
  if (!row.createdAt) reasons.add('badDate');
  if (own && !readName.success) reasons.add('nameReplaced');
  if (password.state === 'none' && !reasons.has('otherHash')) reasons.add(password.reason);
  const outcome: Outcome = { state: 'imported', reasons: [...reasons] };
  return { account: row, name, password: password.state === 'read' ? password.stored : undefined, outcome };
}

type Password = { state: 'read'; stored: string } | { state: 'none' | 'refused'; reason: Reason };

/** What Firebase's command writes where its user may not see the hashes: "REDACTED". */
const redacted = 'UkVEQUNURUQ=';

function readPassword({ passwordHash, salt }: AccountRow, parameters: FirebaseScrypt | undefined): Password {
  // Accounts of other providers have none.
  if (!passwordHash) return { state: 'none', reason: 'noPassword' };
  if (passwordHash === redacted) return { state: 'refused', reason: 'redactedHash' };
  if (!parameters) return { state: 'refused', reason: 'badHash' };
  // Firebase always salts; a hash of its length without a salt is of another service.
  const stored = salt ? storeFirebaseHash({ hash: passwordHash, salt }, parameters) : undefined;
  return stored ? { state: 'read', stored } : { state: 'none', reason: 'otherHash' };
}

function nameFrom(email: string): string {
  const read = displayName.safeParse(email.split('@', 1)[0]?.replace(/[._+-]+/g, ' '));
  return read.success ? read.data : translationsIn(defaultLanguage)('firebaseImport.unnamed');
}

type Added = {
  /** The uids of those that were added. */
  there: Set<string>;
  /** The keys that no other import has. */
  claimed: Set<string>;
};

async function addAccounts(trx: Executor, added: NewAccount[], services: Services): Promise<Added> {
  const claimed = await claimRows(
    trx,
    added.map(({ account }) => importKey('account', account.uid, services)),
  );
  const mine = added.filter(({ account }) => claimed.has(importKey('account', account.uid, services)));
  if (mine.length === 0) return { there: new Set(), claimed };
  const now = new Date();
  const users = await trx
    .insertInto('authUsers')
    .values(
      mine.map(({ account: { uid, email, emailVerified, createdAt }, name }) => ({
        id: uid,
        name,
        email,
        emailVerified: emailVerified ?? false,
        createdAt: createdAt ?? now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const there = new Set(users.map(({ id }) => id));
  const rows = mine.filter(({ account }) => there.has(account.uid));
  const lost = mine.filter(({ account }) => !there.has(account.uid));
  if (lost.length > 0) {
    const gone = lost.map(({ account }) => importKey('account', account.uid, services));
    await trx.deleteFrom('importedRows').where('key', 'in', gone).execute();
  }
  if (rows.length === 0) return { there, claimed };
  await trx
    .insertInto('users')
    .values(
      rows.map(({ account, name }) => ({
        uid: account.uid,
        email: account.email,
        displayName: name,
        emailVerified: account.profile?.emailVerified ?? null,
        createdAt: account.profile?.createdAt ?? account.createdAt ?? now,
        lastLogin: account.profile?.lastLogin ?? account.lastSignedInAt ?? null,
        disabledAt: account.disabled ? now : null,
        firstStepsEndedAt: now,
      })),
    )
    .execute();
  const passwords = rows.flatMap(({ account: { uid }, password }) =>
    password ? [{ id: crypto.randomUUID(), userId: uid, accountId: uid, providerId: 'credential', password }] : [],
  );
  if (passwords.length > 0) await trx.insertInto('authAccounts').values(passwords).execute();
  return { there, claimed };
}

const base64 = /^[\w+/-]*={0,2}$/;

/** As Firebase's `hash_config` has them. It takes no higher numbers itself. */
const hashParameters = z.object({
  signerKey: z.string().min(43).max(172).regex(base64),
  saltSeparator: z.string().max(40).regex(base64),
  rounds: z.int().min(1).max(8),
  memCost: z.int().min(1).max(14),
});

/** Reads `hash_config` as Firebase's console shows it, or the same as JSON. Undefined when something is missing or wrong. */
export function readHashParameters(text: string): FirebaseScrypt | undefined {
  const value = (name: string) => new RegExp(`${name}["']?\\s*[:=]\\s*["']?([\\w+/=-]*)`).exec(text)?.[1];
  return hashParameters.safeParse({
    signerKey: value('base64_signer_key'),
    saltSeparator: value('base64_salt_separator') ?? '',
    rounds: Number(value('rounds')),
    memCost: Number(value('mem_cost')),
  }).data;
}
