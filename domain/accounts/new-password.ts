import type { Services } from '../../server/services.ts';
import { readBrand } from '../settings/brand.ts';
import { type Problem, passwordProblem } from './password-strength.ts';

export async function problemOfNewPassword(
  password: string,
  person: { email?: string; name?: string },
  services: Services,
): Promise<Problem | null> {
  const { productName } = await readBrand(services.db, services);
  return passwordProblem(password, { ...person, productName });
}
