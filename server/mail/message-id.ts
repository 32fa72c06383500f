const domain = 'outbox.handback';

export function messageIdOf(id: string): string {
  return `<${id}@${domain}>`;
}

export function mailIdOf(messageId: string): string {
  return messageId.replace(/@.*/, '').replace(/[^a-z0-9-]/g, '');
}
