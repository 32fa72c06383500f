const domain = 'outbox.handback';

/** The Message-ID of the mail with this id. */
export function messageIdOf(id: string): string {
  return `<${id}@${domain}>`;
}

/** The id within a Message-ID, as a file may be called. */
export function idOf(messageId: string): string {
  return messageId.replace(/@.*/, '').replace(/[^a-z0-9-]/g, '');
}
