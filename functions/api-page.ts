import { z } from 'zod';
import { isRight, type Right } from '../domain/accounts/contract/can.ts';
import { functionPath, refusalStatuses } from '../paths/api.ts';
import type { Access } from './define.ts';
import { functions } from './list.ts';

const accessWords: Record<Exclude<Access, Right>, string> = {
  anyone: 'anyone',
  finder: 'whoever has the `secret` of the conversation',
  user: 'a signed-in user',
};

export function apiPage(): string {
  return [
    '# The functions of Handback',
    '',
    'Everything that can be done, by whom. Generated from `functions/list.ts` by `npm test -- -u`.',
    '',
    `Call one with \`POST ${functionPath('{name}')}\`, \`content-type: application/json\` and the body \`{"data": …}\`; a signed-in`,
    'user sends `authorization: Bearer {token}`, which `POST /auth/token` gives to a browser with a session. The answer is',
    '`{"result": …}`, or `{"error": {"status", "message", "details"}}` with one of these HTTP statuses:',
    '',
    ...Object.entries(refusalStatuses).map(
      ([status, http]) => `- ${http} \`${status.toUpperCase().replaceAll('-', '_')}\``,
    ),
    '- 500 `INTERNAL`',
    '',
    'Some take a file: it is the body, of any `content-type`, and the data stand in the address as `?data={…}`, encoded.',
    '',
    'Some functions have a route of their own instead, with a cookie and only for our own pages ([why](decisions/015-one-door.md)).',
    '',
    '`message` and `details.fields` are in the language that `accept-language` asks for. `details.reason` is a code that stays the same, such as `bad-input`,',
    '`maintenance` or `no-item`.',
    '',
    ...functions.flatMap(({ name, access, route, summary, input, output }) => [
      `## ${name}`,
      '',
      `${summary} For ${isRight(access) ? 'an administrator' : accessWords[access]}.`,
      '',
      ...(route ? [`- by \`${route}\``] : []),
      `- data: ${shape(input)}`,
      `- result: ${shape(output)}`,
      '',
    ]),
  ].join('\n');
}

function shape(schema: z.ZodType): string {
  return `\`${words(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))}\``;
}

type JsonSchema = Exclude<z.core.JSONSchema.JSONSchema, boolean>;

function words(schema: JsonSchema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return choice.map((each) => words(each as JsonSchema)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `${words(schema.items as JsonSchema)}[]`;
  if (schema.type !== 'object') return [schema.type ?? 'string'].flat().join(' | ');
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, each]) => `${name}${required.has(name) ? '' : '?'}: ${words(each as JsonSchema)}`,
  );
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}
