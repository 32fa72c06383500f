import { z } from 'zod';
import { logoPath } from '../../paths/paths.ts';
import type { Services } from '../../server/services.ts';
import type { Conflict } from '../conflicts/conflict.ts';
import { cleanPicture, type PictureProblem } from '../files/clean-picture.ts';
import { newFileId } from '../files/stored-files.ts';
import { writeBrand } from './brand.ts';
import type { BrandSettings } from './contract/brand.ts';

type Admin = { uid: string };

/** The setting `logo`: some kilobytes, so that it needs no file store and is in every backup of the database. */
const storedLogo = z.object({ id: z.string(), png: z.base64() });

/** Puts the picture in place of the drawn tag and the name; it gets an address of its own. @param path of the file that was sent */
export async function setLogo(
  admin: Admin,
  path: string,
  services: Services,
): Promise<BrandSettings | PictureProblem | Conflict> {
  const clean = await cleanPicture(path, 'logo');
  if ('problem' in clean) return clean;
  const id = newFileId();
  const value = JSON.stringify({ id, png: Buffer.from(clean.bytes).toString('base64') });
  const change = { logo: services.publicUrl + logoPath(id) };
  return writeBrand(admin, { act: 'setLogo', change }, services, async (trx) => {
    await trx
      .insertInto('settings')
      .values({ key: 'logo', value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updatedAt: new Date() }))
      .execute();
  });
}

export function removeLogo(admin: Admin, services: Services): Promise<BrandSettings | Conflict> {
  return writeBrand(admin, { act: 'removeLogo', change: { logo: '' } }, services, async (trx) => {
    await trx.deleteFrom('settings').where('key', '=', 'logo').execute();
  });
}

export async function readLogo(id: string, { settings }: Pick<Services, 'settings'>) {
  const { data } = storedLogo.safeParse(await settings.read('logo'));
  return data?.id === id ? new Uint8Array(Buffer.from(data.png, 'base64')) : undefined;
}
