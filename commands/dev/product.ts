import type { RequestListener } from 'node:http';
import { startSchedule } from '../../domain/schedule.ts';
import type { Env } from '../../server/env.ts';
import { createLog } from '../../server/log.ts';
import { startMailWorker } from '../../server/mail/mail-worker.ts';
import { openServices } from '../../server/open-services.ts';
import { startRequestWorker } from '../../server/outgoing/requests.ts';
import { createSite } from '../../site/create-site.ts';
import { mailPictures } from '../../site/social/mail-pictures.tsx';
import { assets } from './scripts.ts';

export type DevProduct = { listener: RequestListener; close(): Promise<void> };

export async function openProduct(env: Env): Promise<DevProduct> {
  const opened = await openServices(env, createLog(env.logLevel), { beside: true });
  const { trustProxy } = env;
  const { services, background, transport, readiness, servesPages } = opened;
  const site = createSite(services, { assets, clientDir: 'public', trustProxy, readiness, servesPages });
  const mail = startMailWorker({ ...background, transport, pictures: mailPictures(background) });
  const requests = startRequestWorker(background);
  const schedule = startSchedule(background);
  return {
    listener: site.listener,
    async close() {
      site.close();
      await Promise.all([mail.stop(), requests.stop(), schedule.stop()]);
      await opened.close();
    },
  };
}
