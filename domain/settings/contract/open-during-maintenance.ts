import { keepAccountPath, resetPath } from '../../../paths/paths.ts';

/** App pages that stay open for everybody: one saves an account whose deletion is due, one lets administrators in. */
export const openDuringMaintenance = [keepAccountPath(), resetPath()];
