import type { Installation } from '../../server/installation.ts';
import { readBrand } from '../settings/brand.ts';
import { type Problem, passwordProblem } from './password-strength.ts';

export async function problemOfNewPassword(
  password: string,
  person: { email?: string; name?: string },
  installation: Installation,
): Promise<Problem | null> {
  const { productName } = await readBrand(installation.db, installation);
  return passwordProblem(password, { ...person, productName });
}
