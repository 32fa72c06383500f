import { keepAccountPath, resetPath } from '../../../paths/paths.ts';

/**
 * Pages of the app that maintenance leaves open to everybody: what they save would be lost by the time it ends (an account whose
 * pause is over), or they lead administrators in who forgot their password.
 */
export const openDuringMaintenance = [keepAccountPath(), resetPath()];
