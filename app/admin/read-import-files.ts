import { type Mapping, mapping } from '../../domain/import/contract/mapping.ts';
import { type ExportFile, type ExportFiles, type Prepared, prepare } from '../../domain/import/contract/prepare.ts';
import { readParameters } from '../../domain/import/contract/read-parameters.ts';
import { maxFileMegabytes, type Parameters, prefix } from '../../domain/import/contract/schema.ts';
import type { Words } from '../../language/words.ts';

export const exportFiles = ['accounts', 'users', 'items', 'messages', 'settings'] as const satisfies ExportFile[];

export type TypedImport = {
  files: Partial<Record<ExportFile, File>>;
  parameters: string;
  prefix: string;
  mapping: string;
};

export type ReadImport = Prepared & { parameters: Parameters | undefined; prefix: string };

/** @throws Error in words about the first thing that is wrong */
export async function readImport(typed: TypedImport, t: Words): Promise<ReadImport> {
  const given = exportFiles.filter((name) => typed.files[name]);
  if (given.length === 0) throw new Error(t('firebaseImport.chooseFile'));
  const files: ExportFiles = {};
  for (const name of given) files[name] = await readFile(typed.files[name], t);
  const parameters = typed.parameters.trim() ? readParameters(typed.parameters) : undefined;
  if (typed.parameters.trim() && !parameters) throw new Error(t('firebaseImport.badParameters'));
  const readPrefix = prefix.safeParse(typed.prefix.trim());
  if (!readPrefix.success) throw new Error(t('firebaseImport.badPrefix'));
  const prepared = prepare(files, readMapping(typed.mapping, t));
  if ('unreadable' in prepared) {
    throw new Error(t('firebaseImport.notExport', { file: typed.files[prepared.unreadable]?.name ?? '' }));
  }
  if (prepared.entries.length === 0 && !prepared.maintenance) throw new Error(t('firebaseImport.nothing'));
  return { ...prepared, parameters, prefix: readPrefix.data };
}

async function readFile(file: File | undefined, t: Words): Promise<unknown> {
  if (!file) return undefined;
  if (file.size > maxFileMegabytes * 1_000_000) {
    throw new Error(t('firebaseImport.fileTooLarge', { file: file.name, most: maxFileMegabytes }));
  }
  try {
    return JSON.parse((await file.text()).replace(/^\ufeff/, ''));
  } catch {
    throw new Error(t('firebaseImport.notJson', { file: file.name }));
  }
}

function readMapping(text: string, t: Words): Mapping {
  try {
    return mapping.parse(text.trim() ? JSON.parse(text) : {});
  } catch {
    throw new Error(t('firebaseImport.badMapping'));
  }
}
