import type { OwnWords } from '../../domain/pages/own-words.ts';
import type { createScanRecorder } from '../../domain/scans/scans.ts';
import type { Auth } from '../../server/auth/auth.ts';
import type { Sessions } from '../../server/auth/sessions.ts';
import type { FairShare } from '../../server/concurrency.ts';
import type { CookieNames } from '../../server/http/headers.ts';
import type { Services } from '../../server/services.ts';
import type { Brand } from '../../ui/brand.ts';
import type { Assets } from './assets.ts';
import type { FormCookies } from './forms.ts';
import type { DrawnDocuments, PageCache } from './page-cache.ts';

export type Site = {
  services: Services;
  auth: Auth;
  sessions: Sessions;
  cookies: CookieNames;
  formCookies: FormCookies;
  pageCache: PageCache;
  scans: ReturnType<typeof createScanRecorder>;
  drawnDocuments: DrawnDocuments;
  /** By the network that asks for a page. */
  drawing: FairShare;
  assets: Assets;
  trustProxy: boolean;
  brand(): Promise<Brand>;
  ownWords: OwnWords;
};
