import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deleteLostFiles } from '../../domain/files/delete-lost-files.ts';
import { runDueJobs } from '../../domain/schedule.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeAdministrator, makeOwner, newEmail, password } from '../../test/make.ts';
import { textOf } from '../../test/pdf-text.ts';
import { confirmPayment, makeProduct, openShop, orderIdOf, orderOf, shopOpen } from '../../test/shop.ts';
import { unzipBytes } from '../../test/unzip.ts';

async function sell(seller = shopOpen.seller) {
  const filesDir = await mkdtemp(join(tmpdir(), 'handback-test-'));
  onTestFinished(() => rm(filesDir, { recursive: true }));
  const app = await startApp({ filesDir });
  const admin = await makeAdministrator(app);
  await openShop(app, { seller: { ...shopOpen.seller, ...seller } as NonNullable<typeof seller> });
  const product = await makeProduct(app, { stock: null });
  const buy = async (email = newEmail('kim')) => {
    const order = orderOf(product, { email });
    const { secret } = await app.visitor().call('placeOrder', order);
    const id = await orderIdOf(admin, secret);
    await confirmPayment(admin, id, order.totalMinor);
    return { id, secret, email };
  };
  const readInvoice = async (secret: string, number = 1) => {
    const answer = await app.visitor().get(`/order/${secret}/invoices/${number}.pdf`);
    return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };
  return { app, admin, filesDir: join(filesDir, 'files'), buy, readInvoice };
}

async function storedInvoices(filesDir: string) {
  const paths = await readdir(filesDir, { recursive: true }).catch(() => [] as string[]);
  return paths.filter((path) => path.endsWith('invoice.pdf')).map((path) => join(filesDir, path));
}

async function storeNow({ services }: App) {
  await services.db.deleteFrom('scheduledJobs').execute();
  await runDueJobs(services);
}

test('an issued invoice is stored, and whoever reads it gets these bytes, also after the hourly look for lost files and in the export', async () => {
  const { app, filesDir, buy, readInvoice, admin } = await sell();
  const buyer = await makeOwner(app, 'Kim');
  const { id, secret } = await buy(buyer.email);
  await storeNow(app);
  const [path = ''] = await storedInvoices(filesDir);
  const stored = new Uint8Array(await readFile(path));
  expect(await textOf(stored)).toContain('Invoice 1');
  await admin.call('changeShopSettings', { seller: { ...(shopOpen.seller as object), name: 'Other Ltd' } as never });
  const before = new Date(Date.now() - 2 * 3_600_000);
  await utimes(path, before, before);
  await deleteLostFiles(app.services);
  expect((await readInvoice(secret)).bytes).toEqual(stored);
  const forAdmin = await admin.get(`/admin/orders/${id}/invoices/1.pdf`);
  expect(new Uint8Array(await forAdmin.arrayBuffer())).toEqual(stored);
  const zip = await unzipBytes(await (await buyer.get('/profile/export')).blob());
  expect(zip['invoices/invoice-1.pdf']).toEqual(stored);
  app.expectLogError(/invoice 1.* is missing or changed/);
  await writeFile(path, Buffer.from('%PDF-1.4 something else'));
  expect((await readInvoice(secret)).status, 'other bytes are never sent').toBe(503);
});

test('an invoice of an older release is stored at its first reading, once, and ends with its order; mails come in the shop’s name; what was paid back in part stands on the order', async () => {
  const { app, filesDir, buy, readInvoice, admin } = await sell();
  const { id, secret } = await buy();
  expect(await storedInvoices(filesDir)).toEqual([]);
  const read = await Promise.all(Array.from({ length: 4 }, () => readInvoice(secret)));
  const [path = '', ...others] = await storedInvoices(filesDir);
  expect(others).toEqual([]);
  const stored = new Uint8Array(await readFile(path));
  expect(read.map(({ bytes }) => bytes)).toEqual([stored, stored, stored, stored]);
  await app.services.db.deleteFrom('orders').where('id', '=', id).execute();
  const before = new Date(Date.now() - 2 * 3_600_000);
  await utimes(path, before, before);
  await deleteLostFiles(app.services);
  expect(await storedInvoices(filesDir)).toEqual([]);
  const { email } = await buy();
  const { from, replyTo } = await app.mailbox.find(email, 'Your order');
  expect([from?.name, replyTo?.[0]?.address]).toEqual(['Trove Ltd', 'shop@example.com']);
  const { id: thirdId, secret: thirdSecret } = await buy();
  for (const amountMinor of [100, 250])
    await admin.call('refundOrder', { id: thirdId, amountMinor, key: crypto.randomUUID(), password });
  const { payments, paidMinor } = (await app.visitor().call('readOrder', { secret: thirdSecret })).order;
  expect(payments.map(({ amountMinor }) => amountMinor)).toEqual([880, -100, -250]);
  expect(paidMinor).toBe(880 - 350);
  const page = await app.visitor().read(`/order/${thirdSecret}`);
  expect(page).toMatch(/Paid back on .*−€1\.00.*Paid back on .*−€2\.50/s);
});

test.each([
  ['DE 123 456 789', 'VAT identification number: DE 123 456 789'],
  ['CHE-123.456.789 MWST', 'VAT identification number: CHE-123.456.789 MWST'],
  ['ATU12345678', 'VAT identification number: ATU12345678'],
  ['RO 160796', 'VAT identification number: RO 160796'],
  ['12/345/67890', 'Tax number: 12/345/67890'],
  ['SIREN 123 456 789', 'Tax number: SIREN 123 456 789'],
  ['HRB 1234567 B', 'Tax number: HRB 1234567 B'],
])('the number %s stands as what it is on the invoice and on the legal page', async (taxNumber, said) => {
  const { app, buy, readInvoice } = await sell({ taxNumber } as typeof shopOpen.seller);
  const { secret } = await buy();
  expect(await textOf((await readInvoice(secret)).bytes)).toContain(said);
  expect(await app.visitor().read('/legal')).toContain(said);
});
