import { timeoutPath, watchInactivity } from '../../browser/inactivity.ts';

// For those who use the product, apart from main.ts: a finder does not pay for it.
if (document.querySelector('[data-unread]')) watchInactivity({ onTimeout: () => location.replace(timeoutPath) });
