import autocannon from 'autocannon';

/** Run as a process of its own, so that making the load takes nothing from who bears it: one run, then its result. */
process.once('message', async (options: autocannon.Options) => {
  process.send?.(await autocannon(options), () => process.exit());
});
