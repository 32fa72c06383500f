import { unknownDevice } from './contract/device-words.ts';

/** Describes a browser for its owner, such as “Firefox on Windows”. The words are stored, so they must not change. */
export function describeDevice(userAgent: string | null): string {
  if (userAgent && allWords.test(userAgent)) return userAgent;
  const browser = nameIn(userAgent ?? '', browsers);
  const system = nameIn(userAgent ?? '', systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? unknownDevice;
}

type Names = readonly (readonly [sign: RegExp, name: string])[];

// The order matters: Edge, Opera and Samsung also say Chrome, Chrome says Safari, Android says Linux, iPhone says Mac.
const browsers: Names = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

const oneOf = (names: Names) => names.map(([, name]) => name).join('|');
const allWords = new RegExp(
  `^(?:${unknownDevice}|(?:${oneOf(browsers)})|(?:${oneOf(systems)})|(?:${oneOf(browsers)}) on (?:${oneOf(systems)}))$`,
);

function nameIn(userAgent: string, names: Names): string | undefined {
  return names.find(([sign]) => sign.test(userAgent))?.[1];
}
