import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { importAccounts, readHashParameters } from '../domain/import/import-accounts.ts';
import { importItemRows, importMessages } from '../domain/import/import-items.ts';
import {
  type ExportFile,
  type ExportFiles,
  mapping as fields,
  prepare,
  type Reported,
} from '../domain/import/prepare.ts';
import { kinds, type Outcome, reportAsCsv, reportAsLines, run } from '../domain/import/run.ts';
import { maintenanceChange } from '../domain/settings/contract/schema.ts';
import { changeMaintenance } from '../domain/settings/maintenance.ts';
import type { FirebaseScrypt } from '../server/auth/password.ts';
import { say } from '../server/log.ts';
import { OperatorError } from '../server/operator-error.ts';
import type { Services } from '../server/services.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const exportFiles = ['accounts', 'users', 'items', 'messages', 'settings'] as const satisfies ExportFile[];

export const usage =
  'npm run admin -- import-firebase --accounts users.json --parameters hash-config.txt [--users FILE] [--items FILE] [--messages FILE] [--settings FILE] [--mapping FILE] [--prefix abc] [--report report.csv] [--dry-run] [--apply-settings]';

/** npm run admin -- import-firebase: see docs/operate.md. Running it again changes nothing that is there. */
export async function importFirebase(given: string[], services: Services): Promise<void> {
  const options = readOptions(given);
  const files: ExportFiles = {};
  for (const name of exportFiles) if (options[name]) files[name] = await readJson(options[name]);
  const parameters = options.parameters ? await readHashConfig(options.parameters) : undefined;
  const mapping = fields.safeParse(options.mapping ? await readJson(options.mapping) : {});
  if (!mapping.success) throw new OperatorError(`${options.mapping} does not name fields as in docs/operate.md.`);
  const { prefix = '' } = options;
  if (!/^([\w-]{3})?$/.test(prefix)) throw new OperatorError('The prefix has three letters: --prefix abc');
  const prepared = prepare(files, mapping.data);
  if ('unreadable' in prepared) throw new OperatorError(`${options[prepared.unreadable]} is no export of documents.`);
  const { entries, maintenance } = prepared;
  if (entries.length === 0 && !maintenance) throw new OperatorError('The files hold nothing to import.');

  const dryRun = options['dry-run'] === true;
  let said = 0;
  const reported = await run(entries, {
    dryRun,
    send: (kind, rows) => senders[kind]({ rows, dryRun, parameters, prefix }, services),
    onProgress(done) {
      if (done < said + 1_000 && done < entries.length) return;
      said = done;
      say(`${done} of ${entries.length}`);
    },
  });
  sayResult(reported, dryRun);
  if (options.report) {
    await writeFile(options.report, reportAsCsv(reported, dryRun), { mode: 0o600 });
    say(`${options.report} says what was refused or is not complete, and why.`);
  }
  if (maintenance) await applyMaintenance(maintenance, options['apply-settings'] === true && !dryRun, services);
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

async function readHashConfig(path: string): Promise<FirebaseScrypt> {
  const parameters = readHashParameters(await readText(path));
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

type Part = { rows: unknown[]; dryRun: boolean; parameters: FirebaseScrypt | undefined; prefix: string };
type Send = (part: Part, services: Services) => Promise<Outcome[]>;

const senders: Record<(typeof kinds)[number], Send> = {
  account: importAccounts,
  item: importItemRows,
  message: importMessages,
};

function sayResult(reported: Reported[], dryRun: boolean): void {
  for (const kind of kinds) {
    const count = (state: Outcome['state']) =>
      reported.filter((each) => each.kind === kind && each.state === state).length;
    const imported = `${count('imported')} ${dryRun ? 'to import' : 'imported'}`;
    say(`${kind}s: ${imported}, ${count('known')} there before, ${count('refused')} refused`);
  }
  if (dryRun && reported.every(({ state }) => state !== 'imported')) say('Nothing of this would be imported.');
  for (const line of reportAsLines(reported, dryRun)) say(line);
}

async function applyMaintenance(found: object, isAsked: boolean, services: Services): Promise<void> {
  say(`The export has this maintenance setting: ${JSON.stringify(found)}`);
  if (!isAsked) return say('It is not used here. To use it, add --apply-settings.');
  const change = maintenanceChange.safeParse(found);
  if (!change.success) return say('It cannot be used here: the message is too long or empty.');
  await changeMaintenance(null, change.data, services);
  say('It is set here now.');
}
