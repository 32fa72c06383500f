import naughtyStrings from 'big-list-of-naughty-strings';
import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { CurrentUser } from '../domain/accounts/contract/schema.ts';
import { grantAdmin } from '../domain/accounts/roles.ts';
import { cleanText } from '../domain/texts/contract/clean-text.ts';
import { translationsIn } from '../language/languages.ts';
import type { App } from '../test/app.ts';
import { makeConversation, makeItem, makeOwner, proveNewFactor } from '../test/make.ts';
import { liftLimits, shareApp, sharedApp } from '../test/shared-app.ts';
import { type Caller, Refusal, refusalInWords } from './define.ts';
import { call as callInProcess, functions, type OpenFunctionName } from './list.ts';
import { createRequestReads } from './request-reads.ts';

type Schema = Exclude<z.core.JSONSchema.JSONSchema, boolean>;
type Field = [name: string, schema: Schema];
type Data = Record<string, unknown>;

const valueOfType = { null: null, number: 7, boolean: true, object: {}, array: ['text'], string: 'text' };
const typeNames = Object.keys(valueOfType);

/** Not written by people: looked up or compared as they are, so no cleaner touches them. */
const identifiers = (
  'conditions error release id sealed payment problem proof productId tag prefix contactEmail ' +
  'appStoreUrl accent accentDark conversationId hash itemId code newCode activationCode key attempt ' +
  'secret secrets upTo since after password currentPassword newPassword token uid sheet language ' +
  'default slug currency country endpoint p256dh auth'
).split(' ');

/** Whose parts depend on each other, which no schema tells. */
const dependent: Record<string, fc.Arbitrary<unknown>> = {
  delivery: fc.constant([{ countries: ['DE'], priceMinor: 390, freeFromMinor: null, days: [2, 4] }]),
  seller: fc.constant({ name: 'Ada', address: '1 Lane', email: 'ada@example.com', taxNumber: '' }),
  footer: fc.constant({ texts: { de: 'Hallo' }, links: [{ address: '/about', labels: { en: 'About us' } }] }),
};

const inputs = functions
  .filter(({ route }) => !route)
  .map(({ name, input }) => {
    const { properties, required } = z.toJSONSchema(input, { io: 'input' });
    return {
      name: name as OpenFunctionName,
      input: input as z.ZodType,
      fields: Object.entries((properties ?? {}) as Record<string, Schema>),
      required,
    };
  });
/** What administrators do reaches everybody. */
const administeredApp = shareApp();
let refused: ReturnType<typeof caller> | undefined;
const hostile: Partial<Record<'one' | 'all', ReturnType<typeof caller>>> = {};

/** For tests whose calls are refused, or made in the process: all can come from one, whose session may end. */
async function refusedCaller() {
  refused ??= caller(await sharedApp());
  return refused;
}

/** For tests whose calls may succeed. Whoever lost session, item or conversation by them is followed by another. */
async function hostileCaller(reach: 'one' | 'all') {
  const app = await (reach === 'all' ? administeredApp : sharedApp)();
  const before = await hostile[reach];
  if (before && (await before.isComplete())) return before;
  hostile[reach] = caller(app);
  return hostile[reach];
}

const withFields = inputs.filter(({ fields }) => fields.length > 0);

test('every function refuses what is no object, naming data', async () => {
  const { call } = await refusedCaller();
  const kinds = ['text', 7, true, [], [{}]];
  for (const [n, { name }] of inputs.entries()) {
    // One kind each in turn: what looks at it is the same for all functions.
    const answer = await call(name, kinds[n % kinds.length]);
    expect([name, answer]).toMatchObject([name, { status: 400, ...refusal('data') }]);
  }
});

test.each(withFields)('$name refuses each malformed field, naming it', async ({ name, fields, required = [] }) => {
  const { call } = await refusedCaller();
  const others = fc.record(
    Object.fromEntries(fields.map(([name, each]) => [name, dependent[name] ?? wellFormed(each)])),
  );
  for (const [field, schema] of fields) {
    const value = required.includes(field)
      ? fc.option(malformed([field, schema]), { nil: undefined })
      : malformed([field, schema]);
    const isRefused = async ({ value, others }: { value: unknown; others: Data }) => {
      const answer = await call(name, { ...others, [field]: value });
      expect(answer).toMatchObject({ status: 400, error: { status: 'INVALID_ARGUMENT' } });
      expect(Object.keys(fieldsOf(answer)).map((path) => path.split('.')[0])).toEqual([field]);
    };
    await fc.assert(fc.asyncProperty(fc.record({ value, others }), isRefused), { numRuns: 4 });
  }
});

test.each(withFields)('$name takes or refuses hostile text, and never breaks', async ({ name, fields }) => {
  const isForAdministrators = functions.find((each) => each.name === name)?.access === 'admin';
  const { call, known } = await hostileCaller(isForAdministrators ? 'all' : 'one');
  const text = fc.oneof(
    fc.constantFrom(...(naughtyStrings as string[])),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.constantFrom('\0', 'a\0b', '\ud800', '__proto__', 'constructor', "'; drop table items; --", '<a'.repeat(20_000)),
  );
  const one = ([field, schema]: Field) => [field, fc.oneof(text, known[field] ?? wellFormed(schema))];
  const answered = async (data: Data) => {
    const answer = await call(name, data);
    expect([200, 400, 404, 409], JSON.stringify(answer)).toContain(answer.status);
    if (answer.status === 400) expect(Object.keys(fieldsOf(answer)).length).toBeGreaterThan(0);
  };
  const data: fc.Arbitrary<Data> = fc.record(Object.fromEntries(fields.map(one)));
  await fc.assert(fc.asyncProperty(data, answered), { numRuns: 8 });
});

test.each(functions.map(({ name, input }) => ({ name, input })))(
  '$name says in the caller’s language what is wrong with each field',
  async ({ name, input }) => {
    const { services, administrator } = await refusedCaller();
    const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    const wrong: Data[] = Object.entries(properties as Record<string, Schema>).flatMap(([field, schema]) =>
      fc.sample(malformed([field, schema]), 20).map((value) => ({ [field]: value })),
    );
    for (const data of [...wrong, 'text', { unknown: 1 }] as Data[]) {
      const refusal = await callInProcess(name, administrator, data, services);
      if (!(refusal instanceof Refusal)) {
        await takeNothing(refusal);
        continue;
      }
      const [english, german] = ['en', 'de'].map((language) => refusalInWords(refusal, translationsIn(language)));
      for (const [field, said] of Object.entries(german?.details?.fields ?? {}))
        expect(said, field).not.toBe(english?.details?.fields?.[field]);
      expect(german?.message).not.toBe(english?.message);
    }
  },
);

test('C-7.05 updateUserProfile refuses every field but those that a user may change, and says of each in words', async () => {
  const { call } = await refusedCaller();
  for (const field of ['role', 'uid', 'emailVerified', 'createdAt', 'lastLogin', 'email']) {
    const answer = await call('updateUserProfile', { displayName: 'Ada', [field]: 'admin', other: 1 });
    const said = (name: string) =>
      `“${name}” of a profile cannot be changed this way. You can change displayName, language and nameShown.`;
    expect([answer.status, fieldsOf(answer)]).toEqual([400, { [field]: said(field), other: said('other') }]);
  }
});

test('reportFound without answer and words asks for one of them', async () => {
  const { call } = await refusedCaller();
  const empty = { hash: 'aGJrOHEyd24zdjdrNWQxbTl4YQ', key: crypto.randomUUID() };
  for (const data of [empty, { ...empty, text: ' <b> </b>\u200b' }]) {
    expect(await call('reportFound', data)).toMatchObject({ status: 400, ...refusal('text') });
  }
});

test('C-5.02 every text that a person writes passes the cleaner', () => {
  const texts = withFields.flatMap(({ name, input, fields }) =>
    fields
      .filter(
        ([field, schema]) => schema.type === 'string' && !schema.enum && !schema.format && !identifiers.includes(field),
      )
      .map(([field]) => ({ name, input, field })),
  );
  expect(texts.map(({ name, field }) => `${name}.${field}`)).toContain('updateUserProfile.displayName');
  for (const { name, input, field } of texts) {
    const written = ' <b>Blue</b>\u202e <i>backpack\0 ';
    const read = (input as z.ZodObject).shape[field]?.safeParse(written);
    expect.soft(read?.data, `${name}.${field}`).toBe(cleanText(written));
  }
});

/** What is exported waits for somebody who takes it, and others wait for that. */
async function takeNothing(result: object | null): Promise<void> {
  for (const value of Object.values(result ?? {})) if (value instanceof ReadableStream) await value.cancel();
}

/** An owner who may call everything: an administrator. */
async function caller(app: App) {
  liftLimits(app);
  const owner = await makeOwner(app);
  await grantAdmin(owner.email, app.services);
  await proveNewFactor(owner);
  const item = await makeItem(owner);
  const { path } = await makeConversation(app, item);
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const known: Record<string, fc.Arbitrary<unknown>> = {
    id: fc.constantFrom(item.id, conversation?.id),
    conversationId: fc.constant(conversation?.id),
    hash: fc.constant(item.hash),
    secret: fc.constant(path.split('/').at(-1)),
  };
  const call = (name: OpenFunctionName, data: unknown) =>
    Object.assign(app.visitor(), { token: owner.token }).tryCall(name, data);
  const isComplete = async () => {
    const asked = [await call('getItem', { id: item.id }), await call('readConversation', { id: conversation?.id })];
    return asked.every(({ status }) => status === 200);
  };
  const administrator: Caller = {
    user: { ...(await owner.call('getUserProfile', { id: owner.uid })), role: 'admin' } as CurrentUser,
    sessionId: String(decodeJwt(owner.token ?? '').sid),
    language: 'de',
    networkKey: 'a network',
    senderNetwork: 'a network',
    heldReason: undefined,
    reads: createRequestReads(app.services),
  };
  return { call, isComplete, known, administrator, services: app.services };
}

function refusal(field: string) {
  return { error: { status: 'INVALID_ARGUMENT', details: { fields: { [field]: expect.any(String) } } } };
}

function fieldsOf(answer: { error?: { details?: unknown } }): Record<string, string> {
  return Object(Object(answer.error?.details).fields);
}

function wellFormed(schema: Schema): fc.Arbitrary<unknown> {
  const { type, enum: values, examples, anyOf, format, pattern = '', minLength = 0, maxLength = 20, items } = schema;
  const { prefixItems, minItems = 0 } = schema;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (type === 'integer') return fc.integer(rangeOf(schema));
  if (type === 'number') return numberIn(schema);
  if (type === 'object') return wellFormedObject(schema);
  if (values ?? examples) return fc.constantFrom(...(values ?? examples ?? []));
  if (anyOf) return fc.oneof(...anyOf.map((each) => wellFormed(each as Schema)));
  if (prefixItems) return fc.tuple(...prefixItems.map((each) => wellFormed(each as Schema)));
  if (type === 'array') {
    const lengths = { minLength: minItems, maxLength: Math.max(minItems, 3) };
    return fc.uniqueArray(wellFormed(items as Schema), { ...lengths, selector: productIn });
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type !== 'string') throw new Error(`a field of type ${type}: say here what it may hold`);
  if (format === 'email') return fc.constant('ada@example.com');
  if (!new RegExp(pattern).test('abcdefgh12')) return fc.stringMatching(new RegExp(pattern));
  const unit = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789');
  const text = fc.string({
    unit,
    minLength: Math.max(minLength, 1),
    maxLength: Math.max(minLength, Math.min(maxLength, 20)),
  });
  // A name may not look like a telephone number.
  return text.filter((each) => each.replace(/\D/g, '').length < 7);
}

/** An order names each product once. What names none is like nothing else. */
function productIn(each: unknown): unknown {
  return (each as { productId?: string } | null)?.productId ?? Symbol();
}

function wellFormedObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([field, schema]) => [field, wellFormed(schema as Schema)]);
  return fc.record<Data>(Object.fromEntries(fields), { requiredKeys: required });
}

function malformed([field, schema]: Field): fc.Arbitrary<unknown> {
  const { enum: values, pattern, minLength = 0, maxLength, items, maxItems } = schema;
  const types = typesOf(schema);
  const wrong = [fc.constantFrom(...Object.values(valueOfType).filter((_value, n) => !types.includes(typeNames[n])))];
  const add = (more: fc.Arbitrary<unknown>) => wrong.push(more as (typeof wrong)[0]);
  // Rows of no said form are judged one by one, in the answer.
  const isAnyObject = (each: Schema) => each.type === 'object' && !each.properties;
  if (items && !isAnyObject(items as Schema)) add(malformed([field, items as Schema]).map((value) => [value]));
  if (schema.type === 'integer') add(fc.constantFrom(rangeOf(schema).min - 1, 0.5, rangeOf(schema).max + 1));
  if (maxItems) add(fc.constant(Array(1 + maxItems).fill('text')));
  if (values) add(fc.string().filter((text) => !values.includes(text)));
  if (maxLength) add(fc.integer({ min: 1, max: 50_000 }).map((n) => 'x'.repeat(maxLength + n)));
  if (minLength > 0) add(fc.constant(''));
  // Blank text is none, but it may be somebody's password.
  if (minLength > 0 && !identifiers.includes(field)) add(fc.constantFrom(' '.repeat(minLength), '\0'));
  if (pattern) add(fc.string({ unit: 'binary' }).filter((text) => !new RegExp(pattern).test(text)));
  return fc.oneof(...wrong);
}

function numberIn({ multipleOf: step, ...schema }: Schema): fc.Arbitrary<number> {
  const { min, max } = rangeOf(schema);
  if (!step) return fc.double({ min, max, noNaN: true });
  // 0.07 is not exactly seven times 0.01.
  const steps = Math.round(1 / step);
  return fc.integer({ min: Math.ceil(min * steps), max: Math.floor(max * steps) }).map((n) => n / steps);
}

function rangeOf({ minimum = 0, maximum = 0 }: Schema): { min: number; max: number } {
  return { min: minimum, max: maximum };
}

function typesOf({ type, anyOf }: Schema): unknown[] {
  return anyOf ? anyOf.flatMap((each) => typesOf(each as Schema)) : [type === 'integer' ? 'number' : type].flat();
}
