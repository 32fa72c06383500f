import autocannon from 'autocannon';

/**
 * Run as a process of its own, so that making the load takes nothing from who bears it: one run, then its result. Each connection comes
 * from a network of its own, because one alone has its pages drawn in half of the time.
 */
process.once('message', async (options: autocannon.Options) => {
  let networks = 0;
  const setupClient = (client: autocannon.Client) =>
    client.setHeaders({ ...options.headers, 'x-forwarded-for': `10.2.0.${networks++}` });
  process.send?.(await autocannon({ ...options, setupClient }), () => process.exit());
});
