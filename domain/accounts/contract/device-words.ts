import type { Translations } from '../../../language/create-translations.ts';

export const unknownDevice = 'An unknown device';

/** The name of a device as it is stored, such as “Firefox on Windows”, in the reader's language. */
export function deviceInWords(name: string, t: Translations): string {
  if (name === unknownDevice) return t('device.unknown');
  const [browser = '', system] = name.split(' on ');
  return system ? t('device.name', { browser, system }) : browser;
}
