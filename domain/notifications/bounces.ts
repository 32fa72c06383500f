import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { readBounceFolder, removeBounceFile } from '../../server/mail/bounce-folder.ts';
import { noteOnOrders, orderPurpose } from '../../server/mail/note-on-orders.ts';
import { findReturnPaths, isReturnCode } from '../../server/mail/return-path.ts';
import type { Services } from '../../server/services.ts';

/**
 * Reads the mails that came back to BOUNCE_ADDRESS, and deletes their files. A report that a delivery failed for good counts when it came
 * to the signed return address of a mail of ours. Everything else, such as an automatic answer, is dropped.
 */
export async function readBounces(services: Services): Promise<void> {
  const { bounces, log } = services;
  if (!bounces) return;
  for (const file of await readBounceFolder(bounces.folder)) {
    const [headers = ''] = file.text.split(/\r?\n\r?\n/, 1);
    const counted = (await isFinalFailure(file.text)) && (await recordBounce(headers, bounces.address, services));
    await removeBounceFile(file);
    log.info({ counted }, 'a mail came back');
  }
}

/** A delivery status notification (RFC 3464) of which one recipient failed with a code 5.x.x. */
async function isFinalFailure(text: string): Promise<boolean> {
  const { attachments } = await PostalMime.parse(Buffer.from(text, 'latin1'));
  const report = attachments.find(({ mimeType }) => /^message\/(global-)?delivery-status$/i.test(mimeType));
  const { content = '' } = report ?? {};
  const said = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const recipients = said.replace(/\r?\n[ \t]+(?=\S)/g, ' ').split(/\r?\n[ \t]*\r?\n/);
  return recipients.some((of) => /^action:\s*failed\b/im.test(of) && /^status:\s*5\.\d{1,3}\.\d{1,3}\b/im.test(of));
}

async function recordBounce(headers: string, address: string, { db, keys }: Services): Promise<boolean> {
  for (const { id, code } of findReturnPaths(headers, address)) {
    const mail = await db
      .selectFrom('outgoingMails')
      .select(['id', 'toAddress'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!mail || !isReturnCode(mail, code, keys)) continue;
    await sql`
      with returned as (
        update outgoing_mails set bounced_at = now() where id = ${id} and bounced_at is null
        returning uid, purpose, to_address
      ), noted as (
        ${noteOnOrders(sql`select to_address from returned where purpose = ${orderPurpose}`)}
      )
      update users set mail_failed_at = now(), mail_bounced_at = now() from returned
      where users.uid = returned.uid and lower(users.email) = lower(to_address)`.execute(db);
    return true;
  }
  return false;
}
