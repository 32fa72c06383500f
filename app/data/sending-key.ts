/** Goes with what a person may send twice by accident, so that it is done once. Works without https, unlike randomUUID. */
export function newSendingKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
