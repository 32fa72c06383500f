import { randomUUID } from 'node:crypto';
import { type BodyRefusal, isRefused, readForm } from '../../server/http/read-body.ts';
import type { SiteContext } from './visitor.ts';

export type FormValues = Record<string, string> | BodyRefusal;

/** The form that was sent, read once, with a key: whoever answers gives it back, and sending it again is the same sending. */
export function readTypedForm(c: SiteContext): Promise<FormValues> {
  const reading = c.var.reading ?? read(c);
  c.set('reading', reading);
  return reading;
}

async function read(c: SiteContext): Promise<FormValues> {
  const form = await readForm(c.req.raw);
  if (isRefused(form) || Object.keys(form).length === 0) return form;
  const withKey = { ...form, key: form.key || randomUUID() };
  c.set('form', withKey);
  return withKey;
}
