/** A document of Firestore, or an account, with its values as plain JSON; times are ISO 8601. */
export type Document = { id: unknown; fields: Record<string, unknown> };

/**
 * The documents of an export: a list, a map by id, or such below the name of the collection; also as Firestore's REST interface answers.
 * Undefined when it is none of these.
 */
export function readDocuments(json: unknown, collection: string): Document[] | undefined {
  if (Array.isArray(json)) return json.map(readListed);
  if (!isObject(json)) return undefined;
  for (const name of ['__collections__', collection, 'documents']) {
    const inner = own(json, name);
    if (Array.isArray(inner) || isObject(inner)) return readDocuments(inner, collection);
  }
  return Object.entries(json).map(([id, value]) => ({ id, fields: fieldsOf(value) }));
}

function readListed(value: unknown): Document {
  if (!isObject(value)) return { id: undefined, fields: {} };
  const fields = fieldsOf(value);
  const path = own(value, 'fields') && own(value, 'name');
  const ofPath = typeof path === 'string' ? path.split('/').at(-1) : undefined;
  const id = ['id', '__id__', 'localId', 'uid'].map((name) => own(value, name)).find((each) => each !== undefined);
  return { id: id ?? ofPath, fields };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (!isObject(value)) return {};
  const inner = [own(value, 'fields'), own(value, 'data')].find(isObject);
  return toPlain(inner ?? value, 0) as Record<string, unknown>;
}

const deepest = 8;

/** Undoes the typed values of REST and what exporters make of times. */
function toPlain(value: unknown, depth: number): unknown {
  if (depth > deepest) return null;
  if (Array.isArray(value)) return value.map((each) => toPlain(each, depth + 1));
  if (!isObject(value)) return value;
  const seconds = own(value, '_seconds') ?? own(value, 'seconds');
  const entries = Object.entries(value);
  if (typeof seconds === 'number' && entries.length <= 2) return timeOf(seconds * 1000);
  const [[name, typed] = ['', undefined]] = entries;
  if (entries.length === 1) {
    if (/^(string|boolean|double|timestamp|reference)Value$/.test(name)) return typed;
    if (name === 'integerValue') return Number(typed);
    if (name === 'nullValue') return null;
    if (name === '__time__') return typed;
    if (name === 'mapValue' && isObject(typed)) return toPlain(own(typed, 'fields') ?? {}, depth + 1);
    if (name === 'arrayValue' && isObject(typed)) return toPlain(own(typed, 'values') ?? [], depth + 1);
  }
  if (own(value, '__datatype__') === 'timestamp') return toPlain(own(value, 'value'), depth + 1);
  return Object.fromEntries(entries.map(([key, each]) => [key, toPlain(each, depth + 1)]));
}

function timeOf(ms: number): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? 'no time' : time.toISOString();
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Never what every object inherits. */
export function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
