import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import { type PictureProblem, storePicture } from '../files/clean-picture.ts';
import { eraseFiles, readWhole } from '../files/stored-files.ts';
import type { Product } from './contract/product.ts';
import { maxProductPictures } from './contract/product-kinds.ts';
import { type Admin, writeProduct } from './products.ts';

/** Stores the middle square of a picture, after the others of the product. @param path of the file that was sent */
export async function addProductPicture(
  admin: Admin,
  { id, path }: { id: string; path: string },
  services: Services,
): Promise<Product | PictureProblem | 'no-product' | 'too-many'> {
  const picture = await storePicture(path, 'square', services);
  if ('problem' in picture) return picture;
  const added = await writeProduct<'too-many'>(
    admin,
    'changeProduct',
    id,
    services,
    ({ pictures }) => ({ pictures: JSON.stringify([...pictures, { id: picture.id, texts: {} }]) }),
    ({ pictures }) => (pictures.length < maxProductPictures ? undefined : 'too-many'),
  );
  if (!added || added === 'too-many') await eraseFiles([picture.id], services);
  return added ?? 'no-product';
}

/** Everybody may see it, also while the product is hidden: nobody guesses its id. */
export async function readProductPicture({ id, side }: { id: string; side: number }, { db, files }: Services) {
  const named = sql<boolean>`pictures @> ${JSON.stringify([{ id }])}::jsonb`;
  const product = await db.selectFrom('products').select('id').where(named).executeTakeFirst();
  const bytes = product && (await readWhole(id, side, files));
  return bytes ? { bytes, shown: true } : null;
}
