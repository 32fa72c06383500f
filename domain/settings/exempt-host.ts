const labels = ['staging', 'dev', 'development'];

/** Whether maintenance exempts the host (C-9.06). @param hostname as `new URL(…).hostname` gives it */
export function isExemptHost(hostname: string, named: readonly string[]): boolean {
  const host = hostname.replace(/\.$/, '');
  const parts = host.split('.');
  return (
    host === 'localhost' ||
    isLoopback(host) ||
    (parts.length > 1 && ['localhost', 'local'].includes(parts.at(-1) ?? '')) ||
    parts.some((label) => labels.includes(label)) ||
    named.includes(host)
  );
}

function isLoopback(host: string): boolean {
  return /^127(\.\d+){3}$/.test(host) || host === '[::1]' || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host);
}
