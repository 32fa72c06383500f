import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEnv } from '../../server/env.ts';
import { OperatorError } from '../../server/operator-error.ts';
import { isExemptHost } from './exempt-host.ts';

const hostOf = (url: string) => new URL(url).hostname;

test('C-9.06 C-4.13 local, staging and development hosts are exempt, wherever the label stands, and those that the operator names; every other host is not', () => {
  for (const url of (
    'http://localhost:3000 http://LOCALHOST http://localhost. http://tags.localhost ' +
    'http://printer.local http://127.0.0.1 http://127.8.9.10:80 http://0x7f.1 http://[::1]:3000 ' +
    'http://[::ffff:127.0.0.1] https://staging.example.com https://tags.staging.example.com ' +
    'https://dev.example.com https://development.example.com http://dev'
  ).split(' '))
    expect(isExemptHost(hostOf(url), []), url).toBe(true);
  for (const url of (
    'http://handback.test https://tags.example.com https://localhost.example.com https://local ' +
    'https://notlocalhost https://mystaging.example.com https://dev-tags.example.com ' +
    'https://developments.example.com http://128.0.0.1 http://10.127.0.1 http://[::2] ' +
    'http://[::ffff:128.0.0.1] https://127.example.com'
  ).split(' '))
    expect(isExemptHost(hostOf(url), []), url).toBe(false);
  const label = fc
    .stringMatching(/^[a-z][a-z0-9]{2,8}$/)
    .filter((word) => !/^(dev|staging|development|local.*)$/.test(word));
  fc.assert(
    fc.property(fc.array(label, { minLength: 2, maxLength: 4 }), fc.nat(4), (labels, at) => {
      const place = Math.min(at, labels.length);
      for (const special of ['staging', 'dev', 'development']) {
        expect(isExemptHost(labels.toSpliced(place, 0, special).join('.'), [])).toBe(true);
        expect(isExemptHost(labels.toSpliced(place, 0, `${special}x`).join('.'), [])).toBe(false);
      }
      expect(isExemptHost(labels.join('.'), [])).toBe(false);
      expect(isExemptHost(labels.join('.'), [labels.join('.')])).toBe(true);
      expect(isExemptHost(`www.${labels.join('.')}`, [labels.join('.')]), 'a name stands for itself alone').toBe(false);
    }),
  );
  const read = (MAINTENANCE_EXEMPT_HOSTS: string) => readEnv({ MAINTENANCE_EXEMPT_HOSTS }).maintenanceExemptHosts;
  expect(read('')).toEqual([]);
  expect(read(' Preview.example.com, qa.example.com,')).toEqual(['preview.example.com', 'qa.example.com']);
  for (const wrong of ['https://qa.example.com', 'qa.example.com:8080', 'qa.example.com/tags', 'qa..example.com/'])
    expect(() => read(wrong), wrong).toThrow(OperatorError);
});
