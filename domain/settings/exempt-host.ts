const labels = ['staging', 'dev', 'development'];

/**
 * Whether maintenance leaves this host alone (C-9.06): localhost, loopback addresses, names ending in .localhost or .local, any label
 * `staging`, `dev` or `development`, and the hosts that the operator names.
 * @param hostname as `new URL(…).hostname` gives it: lower case, addresses in their shortest form
 */
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

/** 127.0.0.0/8, ::1, and the former written as IPv6. */
function isLoopback(host: string): boolean {
  return /^127(\.\d+){3}$/.test(host) || host === '[::1]' || /^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/.test(host);
}
