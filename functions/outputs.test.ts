import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startApp } from '../test/app.ts';
import { forAnyone } from './define.ts';
import { functions, type OpenFunctionName } from './list.ts';

vi.mock('./list.ts', async (original) => {
  const list = await original<typeof import('./list.ts')>();
  return { ...list, findOpenFunction: (name: string) => leaking[name] };
});

const owner = { uid: 'owner-of-it', name: 'Ada' };
const leaky = { summary: 'Answers more than it declares.', input: z.object({}) };
const leaking: Record<string, object> = {
  tellsMore: forAnyone({
    ...leaky,
    output: z.strictObject({ name: z.string() }),
    run: async () => owner,
  }),
  tellsMoreWithin: forAnyone({
    ...leaky,
    output: z.strictObject({ items: z.array(z.strictObject({ name: z.string() })) }),
    run: async () => ({ items: [owner] }),
  }),
};

test('a field that is not declared never leaves: the call fails instead', async () => {
  const app = await startApp();
  app.expectLogError(/a function failed/);
  for (const name of Object.keys(leaking)) {
    const answer = await app.visitor().tryCall(name as OpenFunctionName, {});
    expect([name, answer]).toMatchObject([name, { status: 500, error: { status: 'INTERNAL' } }]);
    expect(JSON.stringify(answer)).not.toContain(owner.uid);
  }
});

test.each(functions.map(({ name, output }) => ({ name, output })))(
  '$name declares all that it answers',
  ({ output }) => {
    const answer = z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' });
    expect(objectsIn(answer).filter((schema) => schema.additionalProperties !== false && !isRecord(schema))).toEqual(
      [],
    );
  },
);

type Schema = { type?: unknown; additionalProperties?: unknown; propertyNames?: { pattern?: string } };

/** By names of one declared form, such as countries or languages. */
const isRecord = ({ propertyNames }: Schema) => propertyNames?.pattern !== undefined;

/** The object schemas in a JSON schema, itself included. */
function objectsIn(schema: unknown): Schema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'type' in schema && schema.type === 'object' ? [schema as Schema] : [];
  return [...own, ...Object.values(schema).flatMap(objectsIn)];
}
