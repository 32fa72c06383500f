/** A document of Firestore, or an account, with its values as plain JSON; times are ISO 8601, references paths. */
export type Document = { id: unknown; fields: Record<string, unknown> };

/** The documents of a list, a map by id, or such below the collection's name, also of REST; undefined when it is none of these. */
export function readDocuments(json: unknown, collection: string): Document[] | undefined {
  if (Array.isArray(json)) return json.flatMap((value) => readAnswer(value, collection));
  if (!isObject(json)) return undefined;
  for (const name of ['__collections__', collection, 'documents']) {
    const inner = own(json, name);
    if (Array.isArray(inner) || isObject(inner)) return readDocuments(inner, collection);
  }
  return Object.entries(json).map(([id, value]) => ({ id, fields: fieldsOf(value) }));
}

/** A document of a list; REST wraps it where it was asked by a query or by its path, and lists come as several pages. */
function readAnswer(value: unknown, collection: string): Document[] {
  if (!isObject(value)) return [readListed(value, collection)];
  const names = Object.keys(value);
  const documents = own(value, 'documents');
  if (Array.isArray(documents) && names.every((name) => name === 'documents' || name === 'nextPageToken'))
    return documents.map((each) => readListed(each, collection));
  if (names.length > 0 && names.every((name) => besideDocument.has(name))) return [];
  const inner = ['document', 'found'].map((name) => own(value, name)).find(isObject);
  const isWrapped = inner && names.every((name) => besideDocument.has(name) || own(value, name) === inner);
  return [readListed(isWrapped ? inner : value, collection)];
}

/** In an answer of REST to a query; an answer without a document has these alone. */
const besideDocument = new Set(['readTime', 'transaction', 'missing', 'skippedResults', 'done', 'explainMetrics']);

/** What exporters call the id of a document, before a field of its own that is called so; a path ends with it. */
const idNames = ['__id__', '_id', '__name__', '__path__', 'document_name'];
/** Of others, `uid` is the owner. */
const accountIdNames = ['localId', 'uid'];

function readListed(value: unknown, collection: string): Document {
  if (!isObject(value)) return { id: undefined, fields: {} };
  const names = [...idNames, ...(collection === 'users' ? accountIdNames : []), 'id'];
  const path = isObject(own(value, 'fields')) ? own(value, 'name') : undefined;
  const given = [path, ...names.map((name) => own(value, name))].find((each) => each !== undefined);
  return { id: typeof given === 'string' && given.includes('/') ? endOf(given) : given, fields: fieldsOf(value) };
}

/** What stands beside the fields of a document where these are below `fields` or `data`. */
const besideFields = new Set([
  ...[...idNames, ...accountIdNames, 'id', 'path', 'ref', 'exists', 'fields', 'data', 'subcollections'],
  ...['createTime', 'updateTime', 'readTime', '_createTime', '_updateTime', '_readTime', '__collections__'],
]);

/** REST calls the path of a document its name. */
const isPath = (name: string, value: Record<string, unknown>) =>
  name === 'name' && String(own(value, name)).includes('/');

function fieldsOf(value: unknown): Record<string, unknown> {
  if (!isObject(value)) return {};
  const isWrapped = Object.keys(value).every((name) => besideFields.has(name) || isPath(name, value));
  const inner = isWrapped ? [own(value, 'fields'), own(value, 'data')].find(isObject) : undefined;
  return toPlain(inner ?? value, 0) as Record<string, unknown>;
}

/** The id that a reference to a document, or its path, ends with. Anything else stays as it is. */
export function idOf(reference: unknown): unknown {
  if (typeof reference === 'string') return endOf(reference);
  if (!isObject(reference)) return reference;
  const segments = own(reference, 'segments');
  if (Array.isArray(segments)) return segments.at(-1);
  const names = ['__ref__', 'referencePath', '_path', 'path', '_key', 'id'];
  const inner = names.map((name) => own(reference, name)).find((each) => each !== undefined);
  return inner === undefined ? reference : idOf(inner);
}

function endOf(path: string): string {
  return path.split('/').filter(Boolean).at(-1) ?? path;
}

const deepest = 8;
/** In which exporters say what a value is. */
const typeNames = ['__datatype__', '__type__', '__fsType__', 'type'];

/** Undoes the typed values of REST and what exporters make of times and references. */
function toPlain(value: unknown, depth: number): unknown {
  if (depth > deepest) return null;
  if (Array.isArray(value)) return value.map((each) => toPlain(each, depth + 1));
  if (!isObject(value)) return value;
  const time = timeOf(value);
  if (time) return time;
  const entries = Object.entries(value);
  const [[name, typed] = ['', undefined]] = entries;
  if (entries.length === 1) {
    if (/^(string|boolean|double|timestamp|reference)Value$/.test(name)) return toPlain(typed, depth + 1);
    if (name === 'integerValue') return Number(typed);
    if (name === 'nullValue') return null;
    if (name === '__time__' || name === '$date') return toPlain(typed, depth + 1);
    if (name === 'mapValue' && isObject(typed)) return toPlain(own(typed, 'fields') ?? {}, depth + 1);
    if (name === 'arrayValue' && isObject(typed)) return toPlain(own(typed, 'values') ?? [], depth + 1);
  }
  const type = typeNames.map((each) => own(value, each)).find((each) => typeof each === 'string');
  if (
    entries.length === 2 &&
    /^(timestamp|documentReference|reference)$/i.test(String(type)) &&
    Object.hasOwn(value, 'value')
  )
    return toPlain(value.value, depth + 1);
  return Object.fromEntries(entries.map(([key, each]) => [key, toPlain(each, depth + 1)]));
}

/** As `{seconds, nanos}`, also with underscores, with a type, or with a number as text. */
function timeOf(value: Record<string, unknown>): string | undefined {
  const seconds = own(value, '_seconds') ?? own(value, 'seconds');
  const isTime = Object.keys(value).every((name) => /^(_?seconds|_?nanoseconds|nanos|type)$/.test(name));
  if (!isTime || !/^-?\d+(\.\d+)?$/.test(String(seconds))) return undefined;
  const nanos = own(value, '_nanoseconds') ?? own(value, 'nanoseconds') ?? own(value, 'nanos') ?? 0;
  const time = new Date(Number(seconds) * 1000 + Math.floor(Number(nanos) / 1e6 || 0));
  return Number.isNaN(time.getTime()) ? 'no time' : time.toISOString();
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Never what every object inherits. */
export function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
