import type { Keys } from '../secret.ts';

type Mail = { id: string; toAddress: string };

/** Where a mail comes back to: `name+{id}-{code}@domain`. The code is signed, so nobody can make up that another's mail came back. */
export function returnPath(address: string, mail: Mail, keys: Keys): string {
  const [name, domain] = splitAddress(address);
  return `${name}+${mail.id}-${keys.code('bounce', signed(mail)).toString('hex')}@${domain}`;
}

export function findReturnPaths(headers: string, address: string): { id: string; code: string }[] {
  const [name, domain] = splitAddress(address).map((part) => part.replace(/[^\w@]/g, '\\$&'));
  const paths = new RegExp(`(?<![\\w.+-])${name}\\+(\\d{1,18})-([0-9a-f]{32})@${domain}(?![\\w.-])`, 'gi');
  return Array.from(headers.matchAll(paths), ([, id = '', code = '']) => ({ id, code }));
}

export function isReturnCode(mail: Mail, code: string, keys: Keys): boolean {
  return keys.matches('bounce', signed(mail), Buffer.from(code, 'hex'));
}

function signed({ id, toAddress }: Mail): string {
  return `${id} ${toAddress.toLowerCase()}`;
}

function splitAddress(address: string): [string, string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)];
}
