import { ask } from './ask.ts';

export type Rotation = { urls: string[]; connections: number };

const underWay = 200;

/** Run as a process of its own: asks for page after page, and begins again at the end, until the bench ends it. */
process.once('message', ({ urls, connections }: Rotation) => {
  let asked = 0;
  let answered = 0;
  const rotate = async () => {
    for (;;) {
      const url = urls[asked++ % urls.length] ?? '';
      const { response } = await ask(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
      if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`);
      answered += 1;
      if (answered === underWay) process.send?.('under way');
    }
  };
  for (let each = 0; each < connections; each += 1) rotate();
});
process.once('disconnect', () => process.exit());
