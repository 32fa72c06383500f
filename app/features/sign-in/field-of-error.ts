import { passwordProblems } from '../../../domain/accounts/contract/password-problems.ts';
import { AuthError } from '../../core/session/auth-errors.ts';

export function fieldOfError(error: Error | null): { name?: string; email?: string; password?: string; form?: string } {
  if (!error) return {};
  if (!(error instanceof AuthError)) return { form: error.message };
  if (error.code === 'invalid-name') return { name: error.message };
  if (error.code === 'invalid-email' || error.code === 'same-email') return { email: error.message };
  const ofPassword = error.code === 'weak-password' || error.code === 'wrong-sign-up-password';
  if (ofPassword || passwordProblems.some((code) => code === error.code)) return { password: error.message };
  return { form: error.message };
}
