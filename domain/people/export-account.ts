import { Readable } from 'node:stream';
import { configure, TextReader, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { sql } from 'kysely';
import { translationsIn } from '../../language/languages.ts';
import type { Services } from '../../server/services.ts';
import type { CurrentUser } from '../accounts/contract/schema.ts';
import { endingOf } from '../files/contract/schema.ts';
import { contentKey } from '../files/stored-files.ts';
import { readBrand } from '../settings/brand.ts';
import { restLanguageOf } from '../settings/languages.ts';
import { readInvoiceFile } from '../shop/invoice-files.ts';
import { invoicesOf } from './exported-orders.ts';
import { filesOf, rowsOf } from './exported-rows.ts';

configure({ useWebWorkers: false });

/** Of the files; the rest, and what is added meanwhile, has room in the last of 4 GB. */
const plainZipBytes = 3e9;

/** Writes all data of the user as a zip and closes `to`, unless it throws. Leaves out what would give access: hashes, secrets, tokens. */
export async function exportAccount(
  { user, language }: { user: CurrentUser; language: string },
  services: Services,
  to: WritableStream<Uint8Array>,
): Promise<void> {
  const { productName: product } = await readBrand(services.db, services);
  const t = translationsIn(restLanguageOf(language, services));
  const zip = new ZipWriter(to, { zip64: await isHuge(user, services) });
  const add = (name: string, text: string) => zip.add(name, new TextReader(text));
  await add('README.txt', `${t('exportFile.readme', { product, site: services.publicUrl, email: user.email })}\n`);
  await add('profile.json', JSON.stringify(await readProfile(user, services), null, 2));
  for (const [name, rows] of Object.entries(rowsOf(user, services))) {
    await zip.add(name, toStream(jsonArray(rows)));
  }
  for await (const rows of filesOf(user, services)) {
    for (const file of rows) {
      const content = await services.files.find(contentKey(file));
      if (!content) continue;
      const stream = Readable.toWeb(content) as ReadableStream<Uint8Array>;
      await zip.add(`files/${file.id}.${endingOf(file.type)}`, stream);
    }
  }
  for await (const invoice of invoicesOf(user.uid, services.db)) {
    const file = await readInvoiceFile(invoice, services);
    if (file) await zip.add(`invoices/${file.name}`, new Uint8ArrayReader(file.bytes));
  }
  await zip.close();
}

/** Beyond 4 GB a zip is a zip64, which some programs cannot read. */
async function isHuge({ uid }: CurrentUser, { db }: Services): Promise<boolean> {
  const { bytes } = await db
    .selectFrom('files')
    .select(sql<string>`coalesce(sum(bytes), 0)`.as('bytes'))
    .where('ownerId', '=', uid)
    .executeTakeFirstOrThrow();
  return Number(bytes) > plainZipBytes;
}

async function readProfile(user: CurrentUser, { db }: Services) {
  const settings = await db
    .selectFrom('users')
    .select(['language', 'messageMailsOffAt', 'mailFailedAt', 'mailBouncedAt', 'pushQuotesAt'])
    .select(['quietFrom', 'quietUntil', 'timeZone', 'quietAlsoLostAt', 'nameShownAt'])
    .select(['firstStepsEndedAt', 'tagAttachedAt', 'ownTagScannedAt'])
    .where('uid', '=', user.uid)
    .executeTakeFirst();
  const signedIn = await db
    .selectFrom('authSessions')
    .select(['userAgent', 'createdAt', 'updatedAt', 'expiresAt', 'activeAt', 'pageSeenAt', 'secondFactorAt'])
    .where('userId', '=', user.uid)
    .orderBy('createdAt')
    .execute();
  const devices = await db
    .selectFrom('knownDevices')
    .select(['createdAt', 'lastUsedAt'])
    .where('uid', '=', user.uid)
    .orderBy('createdAt')
    .execute();
  const links = await db
    .selectFrom('accountLinks')
    .select(['purpose', 'email', 'newEmail', 'language', 'tagCode', 'usedAt', 'expiresAt', 'createdAt'])
    .where('uid', '=', user.uid)
    .orderBy('createdAt')
    .execute();
  const [passkeys, authenticatorApps, recoveryCodes] = await Promise.all([
    db.selectFrom('passkeys').select(['name', 'createdAt', 'lastUsedAt']).where('uid', '=', user.uid).execute(),
    db.selectFrom('authenticatorApps').select('createdAt').where('uid', '=', user.uid).execute(),
    db.selectFrom('recoveryCodes').select(['createdAt', 'usedAt']).where('uid', '=', user.uid).execute(),
  ]);
  return { ...user, ...settings, signedIn, devices, links, passkeys, authenticatorApps, recoveryCodes };
}

async function* jsonArray(chunks: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let before = '[\n  ';
  for await (const rows of chunks) {
    yield before + rows.map((row) => JSON.stringify(row, null, 2).replaceAll('\n', '\n  ')).join(',\n  ');
    before = ',\n  ';
  }
  yield before.startsWith('[') ? '[]' : '\n]';
}

function toStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}
