import { defaultLanguage, languages, restLanguages } from '../../language/languages.ts';
import type { Services } from '../../server/services.ts';
import { recordChanges } from '../audit/record-action.ts';
import { type Conflict, conflictOf } from '../conflicts/conflict.ts';
import type { Fields } from '../conflicts/contract/fields.ts';
import type { LanguageScope, LanguageSettings, OfferedLanguages } from './contract/languages.ts';
import { lockSetting, storeSetting } from './current-setting.ts';

/** What is left out is every language that there is, also those that come with a later release. */
type Stored = Partial<LanguageSettings>;

const every = offeredIn({});
const known = new WeakMap<object, OfferedLanguages>();

export function offeredLanguages({ settings }: Pick<Services, 'settings'>): OfferedLanguages {
  const stored = settings.lastRead('languages');
  if (typeof stored !== 'object' || stored === null) return every;
  const offered = known.get(stored) ?? offeredIn(stored);
  known.set(stored, offered);
  return offered;
}

/** As they are now; while the database is away or slow, as they were last read. */
export async function readOfferedLanguages(services: Pick<Services, 'settings'>): Promise<OfferedLanguages> {
  await services.settings.waitForLastRead();
  return offeredLanguages(services);
}

/** The language itself where it is offered to finders, else the default. */
export function finderLanguageOf(language: string | null, services: Pick<Services, 'settings'>): string {
  return offeredOr(language, 'finder', services);
}

/** The language itself where everything can be read in it, else the one for those pages. */
export function restLanguageOf(language: string | null, services: Pick<Services, 'settings'>): string {
  return offeredOr(language, 'rest', services);
}

function offeredOr(language: string | null, scope: LanguageScope, services: Pick<Services, 'settings'>) {
  const offered = offeredLanguages(services);
  return language && offered[scope].includes(language) ? language : offered.otherwise[scope];
}

export async function readLanguageSettings({ settings }: Pick<Services, 'settings'>): Promise<LanguageSettings> {
  return settingsIn((await settings.read('languages')) ?? {});
}

/** Only languages that are named change; each is yes or no, which needs no comparison. */
export type LanguagesChange = { default?: string; from?: Fields } & Partial<
  Record<LanguageScope, Record<string, boolean>>
>;

export type NotChanged = { notChanged: 'none-left'; scope: LanguageScope } | { notChanged: 'default-not-offered' };

/** Changes what is offered, on every page of every process. At least one language of each scope stays, and the default is one of the finders’. */
export function changeLanguages(
  admin: { uid: string },
  { from, ...change }: LanguagesChange,
  { events }: Services,
): Promise<LanguageSettings | NotChanged | Conflict> {
  return events.transaction(async (trx, publish) => {
    const before = settingsIn(await lockSetting(trx, 'languages'));
    const conflict = conflictOf(before, { default: change.default }, from);
    if (conflict) return conflict;
    const after: LanguageSettings = {
      default: change.default ?? before.default,
      finder: languages.filter((each) => change.finder?.[each] ?? before.finder.includes(each)),
      rest: restLanguages.filter((each) => change.rest?.[each] ?? before.rest.includes(each)),
    };
    if (after.finder.length === 0) return { notChanged: 'none-left', scope: 'finder' };
    if (after.rest.length === 0) return { notChanged: 'none-left', scope: 'rest' };
    if (!after.finder.includes(after.default)) return { notChanged: 'default-not-offered' };
    await storeSetting(trx, publish, 'languages', toStore(after));
    await recordChanges(trx, { by: admin, act: 'changeLanguages', id: 'languages' }, before, after);
    return after;
  });
}

function toStore(after: LanguageSettings): Stored {
  return {
    default: after.default,
    ...(after.finder.length < languages.length && { finder: after.finder }),
    ...(after.rest.length < restLanguages.length && { rest: after.rest }),
  };
}

/** An earlier release may have offered what this one does not have; none left counts as none chosen. */
function settingsIn(stored: unknown): LanguageSettings {
  const given = stored as Stored;
  const those = (ours: readonly string[], chosen: string[] | undefined) => {
    const left = Array.isArray(chosen) ? ours.filter((each) => chosen.includes(each)) : [];
    return left.length > 0 ? left : [...ours];
  };
  const finder = those(languages, given.finder);
  const [first = defaultLanguage] = finder;
  const wanted = [given.default, defaultLanguage].find((each) => each && finder.includes(each));
  return { default: wanted ?? first, finder, rest: those(restLanguages, given.rest) };
}

function offeredIn(stored: object): OfferedLanguages {
  const { finder, rest, default: chosen } = settingsIn(stored);
  const ofRest = [chosen, defaultLanguage].find((each) => rest.includes(each)) ?? rest[0] ?? defaultLanguage;
  const all = languages.filter((each) => finder.includes(each) || rest.includes(each));
  return { finder, rest, all, otherwise: { finder: chosen, rest: ofRest } };
}
