import { describeDevice } from '../../domain/accounts/describe-device.ts';
import { deviceDays, hashDevice, newDevice } from '../../domain/accounts/known-devices.ts';
import { readCookie, setCookie } from '../../server/http/cookies.ts';
import type { Site } from '../http/site.ts';
import type { SiteContext } from '../http/visitor.ts';

/** This browser's device, a new one where it has none yet: its hash, what it is called, and the cookie that makes or renews it. */
export function deviceOf(c: SiteContext, { cookies }: Site) {
  const given = readCookie(c.req.header('cookie'), cookies.device);
  const device = given && hashDevice(given) ? given : newDevice();
  return {
    hash: hashDevice(device) ?? '',
    name: describeDevice(c.req.header('user-agent') ?? null),
    setCookie: setCookie(cookies.device, device, deviceDays * 86_400),
  };
}
