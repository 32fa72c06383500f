import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { mapping as mappingSchema } from '../domain/import/contract/mapping.ts';
import { type ExportFile, type ExportFiles, prepare, type Reported } from '../domain/import/contract/prepare.ts';
import { readParameters } from '../domain/import/contract/read-parameters.ts';
import { reportAsCsv } from '../domain/import/contract/report.ts';
import { run } from '../domain/import/contract/run.ts';
import { kinds, type Outcome, type Parameters, prefix as prefixSchema } from '../domain/import/contract/schema.ts';
import { importAccounts } from '../domain/import/import-accounts.ts';
import { importItems } from '../domain/import/import-items.ts';
import { importMessages } from '../domain/import/import-messages.ts';
import { maintenanceChange } from '../domain/settings/contract/schema.ts';
import { changeMaintenance } from '../domain/settings/maintenance.ts';
import { defaultLanguage, wordsIn } from '../language/languages.ts';
import type { Installation } from '../server/installation.ts';
import { OperatorError } from '../server/operator-error.ts';
import { say } from '../server/say.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const exportFiles = ['accounts', 'users', 'items', 'messages', 'settings'] as const satisfies ExportFile[];

export const usage =
  'npm run admin -- import-firebase --accounts users.json --parameters hash-config.txt [--users FILE] [--items FILE] [--messages FILE] [--settings FILE] [--mapping FILE] [--prefix abc] [--report report.csv] [--dry-run] [--apply-settings]';

/** npm run admin -- import-firebase: see docs/operate.md. Running it again changes nothing that is there. */
export async function importFirebase(given: string[], installation: Installation): Promise<void> {
  const options = readOptions(given);
  const files: ExportFiles = {};
  for (const name of exportFiles) if (options[name]) files[name] = await readJson(options[name]);
  const parameters = options.parameters ? await readHashConfig(options.parameters) : undefined;
  const mapping = mappingSchema.safeParse(options.mapping ? await readJson(options.mapping) : {});
  if (!mapping.success) throw new OperatorError(`${options.mapping} does not name fields as in docs/operate.md.`);
  const prefix = prefixSchema.safeParse(options.prefix ?? '');
  if (!prefix.success) throw new OperatorError('The prefix has three letters: --prefix abc');
  const prepared = prepare(files, mapping.data);
  if ('unreadable' in prepared) throw new OperatorError(`${options[prepared.unreadable]} is no export of documents.`);

  const dryRun = options['dry-run'] === true;
  const { entries, maintenance } = prepared;
  let said = 0;
  const reported = await run(entries, {
    dryRun,
    send: (kind, rows) => senders[kind]({ rows, dryRun, parameters, prefix: prefix.data }, installation),
    onProgress(done) {
      if (done < said + 1_000 && done < entries.length) return;
      said = done;
      say(`${done} of ${entries.length}`);
    },
  });
  sayResult(reported, dryRun);
  if (options.report) {
    await writeFile(options.report, reportAsCsv(reported, dryRun, wordsIn(defaultLanguage)), { mode: 0o600 });
    say(`${options.report} says what was refused or is not complete, and why.`);
  }
  if (maintenance) await applyMaintenance(maintenance, options['apply-settings'] === true && !dryRun, installation);
}

/** @throws OperatorError */
export function readOptions(given: string[]) {
  const options = parseOptions(given);
  if (!exportFiles.some((name) => options[name])) throw new OperatorError(`Name the files of the export:\n${usage}`);
  return options;
}

function parseOptions(given: string[]) {
  try {
    const names = [...exportFiles, 'parameters', 'mapping', 'prefix', 'report'] as const;
    const texts = Object.fromEntries(names.map((name) => [name, text])) as Record<(typeof names)[number], typeof text>;
    return parseArgs({ args: given, options: { ...texts, 'dry-run': flag, 'apply-settings': flag } }).values;
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n${usage}`);
  }
}

async function readJson(path: string): Promise<unknown> {
  const content = await readText(path);
  try {
    return JSON.parse(content);
  } catch {
    throw new OperatorError(`${path} is not JSON. Export it again, as JSON.`);
  }
}

async function readHashConfig(path: string): Promise<Parameters> {
  const parameters = readParameters(await readText(path));
  if (!parameters) throw new OperatorError(`${path} does not hold the block hash_config of the Firebase console.`);
  return parameters;
}

async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/^\ufeff/, '');
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

type Part = { rows: unknown[]; dryRun: boolean; parameters: Parameters | undefined; prefix: string };
type Send = (part: Part, installation: Installation) => Promise<Outcome[]>;

const byCommand = { by: null, language: defaultLanguage };
const senders: Record<(typeof kinds)[number], Send> = {
  account: (part, installation) => importAccounts({ ...part, ...byCommand }, installation),
  item: (part, installation) => importItems({ ...part, ...byCommand }, installation),
  message: (part, installation) => importMessages({ ...part, ...byCommand }, installation),
};

function sayResult(reported: Reported[], dryRun: boolean): void {
  for (const kind of kinds) {
    const count = (state: Outcome['state']) =>
      reported.filter((each) => each.kind === kind && each.state === state).length;
    const imported = `${count('imported')} ${dryRun ? 'to import' : 'imported'}`;
    say(`${kind}s: ${imported}, ${count('known')} there before, ${count('refused')} refused`);
  }
}

async function applyMaintenance(found: object, isAsked: boolean, installation: Installation): Promise<void> {
  say(`The export has this maintenance setting: ${JSON.stringify(found)}`);
  if (!isAsked) return say('It is not used here. To use it, add --apply-settings.');
  const change = maintenanceChange.safeParse(found);
  if (!change.success) return say('It cannot be used here: the message is too long or empty.');
  await changeMaintenance(null, change.data, installation);
  say('It is set here now.');
}
