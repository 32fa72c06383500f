import { expect, test } from 'vitest';
import { postalCodeOf } from './addresses.ts';

const codes: [country: string, written: string, typed: string[]][] = [
  ['AD', 'AD500', ['AD500', 'ad 500', '500', 'AD-500']],
  ['AR', 'C1070AAM', ['c1070aam', 'C1070 AAM', 'AR-C1070AAM']],
  ['AT', '1010', ['1010', 'A-1010', 'AT-1010', 'A 1010', '1010 ']],
  ['BE', '1000', ['B-1000', 'BE 1000']],
  ['BR', '40301-110', ['40301110', '40301 110', '40.301-110', '40301–110']],
  ['CA', 'H3Z 2Y7', ['h3z2y7', 'H3Z-2Y7', ' h3z  2y7 ']],
  ['CH', '8001', ['CH-8001', 'ch 8001']],
  ['CL', '8340457', ['834-0457']],
  ['CZ', '100 00', ['10000', 'CZ-10000', '100\u00a000']],
  ['DE', '10115', ['D-10115', 'd-10115', 'DE-10115', 'DE10115', '10 115', '10115.', '１０１１５']],
  ['EE', '69501', ['EE-69501', 'EST-69501']],
  ['ES', '28039', ['E-28039', '28 039']],
  ['FI', '00550', ['FI-00550', 'FIN-00550']],
  ['FO', '100', ['FO-100', 'FO100']],
  ['FR', '75001', ['F-75001', '75 001', '75\u202f001', 'FR-75001']],
  ['GB', 'M2 5BQ', ['m25bq', 'M2 5BQ', 'm2\u00a05bq', 'GB-M2 5BQ']],
  ['GB', 'SW1A 1AA', ['sw1a1aa', 'SW1A  1AA', 'UK SW1A 1AA']],
  ['GR', '151 24', ['15124', 'GR-15124']],
  ['HU', '1037', ['H-1037']],
  ['IE', 'A65 F4E2', ['a65f4e2', 'A65-F4E2']],
  ['IN', '110001', ['110 001', '110-001']],
  ['IT', '00144', ['I-00144', 'IT-00144']],
  ['JP', '154-0023', ['1540023', '〒154-0023', '〒１５４－００２３', '154 0023']],
  ['KY', 'KY1-1100', ['ky1 1100', '1-1100']],
  ['LI', '9490', ['FL-9490', 'LI-9490']],
  ['LT', '01100', ['LT-01100', 'lt 01100']],
  ['LU', '2530', ['L-2530', 'LU-2530', 'L 2530', 'L2530']],
  ['LV', 'LV-1073', ['1073', 'lv1073', 'LV 1073']],
  ['MT', 'BZN 1130', ['bzn1130', 'BZN-1130']],
  ['NL', '1234 AB', ['1234ab', '1234 ab', 'NL-1234 AB']],
  ['NO', '0025', ['N-0025', 'NO-0025']],
  ['OM', 'PC 133', ['pc 133']],
  ['PE', 'LIMA 23', ['Lima 23', 'lima23']],
  ['PL', '00-950', ['00950', '00 950', 'PL-00-950', 'pl 00–950']],
  ['PT', '2725-079', ['2725079', 'P-2725-079', '2725 079']],
  ['SE', '114 55', ['SE-114 55', '11455', 'S-11455', 'se 114\u00a055']],
  ['SG', '546080', ['Singapore 546080', '546 080']],
  ['SI', '1000', ['SI-1000', 'SLO-1000']],
  ['SK', '010 01', ['01001', 'SK-010 01']],
  ['US', '95014', ['95014', 'US-95014', 'USA 95014']],
  ['US', '22162-1010', ['221621010', '22162 1010', '22162–1010']],
];

test('a postal code is read as people write it, and stored as the post does; what is not one of the country is none, also with another country before it', () => {
  const read = codes.map(([country, , typed]) => typed.map((zip) => postalCodeOf({ country, zip })));
  expect(read).toEqual(codes.map(([, written, typed]) => typed.map(() => written)));
  const again = codes.map(([country, written]) => postalCodeOf({ country, zip: written }));
  expect(again).toEqual(codes.map(([, written]) => written));
  const wrong = {
    CH: 'A-1010',
    DE: '1011',
    AT: 'D-10115',
    SE: '1145',
    PL: '0095',
    US: '9501',
    GB: 'M2',
    LV: 'LT-1073',
    NL: '1234',
    BE: 'L-1000',
  };
  for (const [country, zip] of Object.entries(wrong))
    expect([zip, postalCodeOf({ country, zip })]).toEqual([zip, undefined]);
});
