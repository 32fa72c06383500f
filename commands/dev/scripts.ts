import type { IncomingMessage, ServerResponse } from 'node:http';
import react from '@vitejs/plugin-react';
import type { Assets } from '../../site/http/assets.ts';

export const siteChanged = 'handback:site-changed';

export const assets: Assets = {
  siteScript: '/dev/site.js',
  productScript: '/dev/product.js',
  conversationScript: '/dev/conversation.js',
  app: {
    script: '/dev/app.js',
    startScript: '/dev/start.js',
    styles: [],
    preload: [],
    texts: {},
    lateTexts: {},
    adminTexts: {},
    pages: {},
  },
};

const scripts: Record<string, string> = {
  '/dev/app.js': `import '/@vite/client';\nimport '/dev/refresh.js';\nimport '/app/start/main.tsx';`,
  '/dev/refresh.js': react.preambleCode.replace('__BASE__', '/'),
  '/dev/start.js': '',
  '/dev/site.js': `import('/site/script/main.ts');
    import('/@vite/client').then(({ createHotContext }) =>
      createHotContext('/dev/site.js').on('${siteChanged}', () => location.reload()));`,
  '/dev/product.js': `import('/site/script/product.ts');`,
  '/dev/conversation.js': `import('/site/script/conversation.ts');`,
  '/finder-worker.js': '',
  '/proof-worker.js': `import '/site/script/proof-worker.ts';`,
  // Takes the place of the worker of a build that ran at this address.
  '/service-worker.js': `oninstall = () => skipWaiting();\nonactivate = () => registration.unregister();`,
};

export function answerScript({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const script = scripts[url];
  if (script === undefined) return false;
  response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' }).end(script);
  return true;
}
