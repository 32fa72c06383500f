const labels = ['staging', 'dev', 'development'];

/** Whether maintenance exempts the host (C-9.06). @param hostname as `new URL(…).hostname` gives it */
export function isExemptHost(hostname: string, named: readonly string[]): boolean {
  const host = hostname.replace(/\.$/, '');
  const parts = host.split('.');
  return isLocalHost(host) || parts.some((label) => labels.includes(label)) || named.includes(host);
}

/** Whether only this machine, or its own network, knows the host. @param hostname as above */
export function isLocalHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return host === 'localhost' || isLoopback(host) || /.\.(localhost|local)$/.test(host);
}

function isLoopback(host: string): boolean {
  return /^127(\.\d+){3}$/.test(host) || host === '[::1]' || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host);
}
