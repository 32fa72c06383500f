import { late } from '../start/late-part.tsx';

const place = <div className="min-h-40" />;

export const ItemPicture = late(async () => (await import('./item-picture.tsx')).ItemPicture, place);
export const Receipts = late(async () => (await import('./receipts.tsx')).Receipts, place);
