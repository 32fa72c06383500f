import { late } from '../start/late-part.tsx';

export const StoppedTags = late(async () => (await import('./stopped-tags.tsx')).StoppedTags);
