import { expect, test } from 'vitest';
import { decimals, formatMoney, parseMoney, typedDecimals } from './money.ts';

const currencies = ['EUR', 'USD', 'JPY', 'KWD'];
const amounts = [0, 1, 9, 10, 99, 100, 101, 490, 999, 1000, 12_345, 100_000_000];

test('what an amount is written as is read as the same amount, also below zero, in currencies with no, two and three decimals; what is no amount, or could be two, is none', () => {
  for (const currency of currencies)
    for (const minor of amounts) {
      const written = decimals({ minor, currency });
      expect(parseMoney(written, currency), `${written} ${currency}`).toBe(minor);
      if (currency !== 'KWD') expect(parseMoney(` ${written.replace('.', ',')} `, currency)).toBe(minor);
    }
  for (const currency of currencies)
    for (const minor of amounts.slice(1))
      expect(decimals({ minor: -minor, currency })).toBe(`-${decimals({ minor, currency })}`);
  expect(formatMoney({ minor: -5, currency: 'EUR' }, 'de')).toBe('-0,05\u00a0€');
  expect(['EUR', 'JPY', 'KWD'].map((currency) => formatMoney({ minor: 1234, currency }, 'en'))).toEqual([
    '€12.34',
    '¥1,234',
    'KWD 1.234',
  ]);
  expect(formatMoney({ minor: 5, currency: 'EUR' }, 'de')).toBe('0,05 €');
  expect(['4.9', '4', '0'].map((typed) => parseMoney(typed, 'EUR'))).toEqual([490, 400, 0]);
  for (const typed of ['', '-1', '4.999', '1.000,00', '1e3', 'four', '.5', '4.', '9'.repeat(12)])
    expect(parseMoney(typed, 'EUR'), typed).toBeUndefined();
  expect(parseMoney('100.5', 'JPY')).toBeUndefined();
  for (const typed of ['1.234', '1,234', '1.234,50', '1,234.50', "1'234", '1 234', '1\u202f234,50'])
    for (const currency of ['EUR', 'JPY']) expect(parseMoney(typed, currency), typed).toBeUndefined();
  expect(['1,234', '1,23', '1.234', '١٫٢٣٤'].map((typed) => parseMoney(typed, 'KWD'))).toEqual([
    undefined,
    1_230,
    1_234,
    1_234,
  ]);
});

test('an amount is typed as its reader writes it, and read with its own currency before or after it', () => {
  const written = ['de', 'en'].map((language) => typedDecimals({ minor: 1_680, currency: 'EUR' }, language));
  expect(written).toEqual(['16,80', '16.80']);
  expect(typedDecimals({ minor: 1_234, currency: 'KWD' }, 'de')).toBe('1.234');
  for (const typed of [...written, '16,80 €', '16,80\u00a0€', '€16.80', 'EUR 16,80', '16.80 EUR'])
    expect(parseMoney(typed, 'EUR'), typed).toBe(1_680);
  for (const typed of ['16,80 $', '16€80', '1.680,00 €', '€', '€ 16,80 €'])
    expect(parseMoney(typed, 'EUR'), typed).toBeUndefined();
});

test('an amount is read in the digits of any keyboard', () => {
  expect(['١٢٫٥٠', '१२.५', '１２，５'].map((typed) => parseMoney(typed, 'EUR'))).toEqual([1_250, 1_250, 1_250]);
});
