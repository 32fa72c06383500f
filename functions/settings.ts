import { z } from 'zod';
import { logoSize } from '../domain/files/contract/limits.ts';
import * as brand from '../domain/settings/brand.ts';
import { brandSettings, ownBrandIn, shownBrand } from '../domain/settings/contract/brand.ts';
import { languageSettings } from '../domain/settings/contract/languages.ts';
import { maintenance, maintenanceChange } from '../domain/settings/contract/schema.ts';
import { siteState } from '../domain/settings/contract/site-state.ts';
import * as languages from '../domain/settings/languages.ts';
import * as logo from '../domain/settings/logo.ts';
import * as settings from '../domain/settings/maintenance.ts';
import { readSiteState } from '../domain/settings/site-state.ts';
import type { PlainKey } from '../language/create-translations.ts';
import { restLanguages } from '../language/languages.ts';
import { uploadPath } from '../paths/api.ts';
import { forAdmin, forAnyone, Refusal } from './define.ts';
import { pictureKinds, receive, whyNotStored } from './files.ts';
import { from, given, language } from './inputs.ts';
import { refused } from './refused.ts';

const languageOfRest = language.refine(
  (tag) => restLanguages.includes(tag),
  'languagesAdmin.notWhole' satisfies PlainKey,
);

const brandChange = ownBrandIn(restLanguages).partial();

const ticks = (tag: typeof language) =>
  z.record(tag, z.boolean(), {
    error: ({ code, issues }) => (code === 'invalid_key' ? issues?.[0]?.message : undefined),
  });

export const settingsFunctions = {
  getMaintenance: forAnyone({
    duringMaintenance: 'open',
    summary: 'Whether the site is closed for maintenance; nothing is closed where the host is `exempt`.',
    output: maintenance,
    run: (_caller, _input, services) => settings.readMaintenance(services),
  }),

  setMaintenance: forAdmin({
    summary: 'Switches maintenance and changes its message; what is left out stays.',
    input: maintenanceChange,
    output: maintenance,
    run: ({ user }, input, services) => settings.changeMaintenance(user, input, services),
  }),

  readBrand: forAdmin({
    summary:
      'The name, the tagline and who runs this installation: as they were written, and what holds where nothing is.',
    output: brandSettings,
    run: (_caller, _input, services) => brand.readBrandSettings(services),
  }),

  changeBrand: forAdmin({
    fresh: true,
    summary:
      'Changes the name, the tagline or who runs this installation; what is left out stays, what is empty holds no longer. `from` as for `changeShopSettings`.',
    input: brandChange.extend({ from }),
    output: brandSettings,
    run: ({ user }, input, services) => brand.changeBrand(user, given(input), services),
  }),

  setLogo: forAdmin({
    fresh: true,
    route: `POST ${uploadPath('setLogo')}`,
    takesFile: true,
    summary: `Shows a logo instead of the drawn tag and the name, on every page and in emails: ${pictureKinds}. It is made at most ${logoSize.width} × ${logoSize.height} pixels large.`,
    output: brandSettings,
    run: async (caller, _input, services) => {
      const path = await receive(caller, services);
      if (path instanceof Refusal) return path;
      const stored = await logo.setLogo(caller.user, path, services);
      return 'problem' in stored ? whyNotStored(stored) : stored;
    },
  }),

  removeLogo: forAdmin({
    fresh: true,
    summary: 'Shows the drawn tag and the name again. The logo is deleted.',
    output: brandSettings,
    run: ({ user }, _input, services) => logo.removeLogo(user, services),
  }),

  previewBrand: forAdmin({
    summary: 'What every page would show with this change of the brand, of which nothing is stored.',
    input: brandChange,
    output: shownBrand,
    run: (_caller, input, services) => brand.previewBrand(given(input), services),
  }),

  readLanguages: forAdmin({
    summary:
      'The languages that are offered as BCP 47 tags: to finders, and for everything else; and the default, for whoever asks for none of them.',
    output: languageSettings,
    run: (_caller, _input, services) => languages.readLanguageSettings(services),
  }),

  changeLanguages: forAdmin({
    fresh: true,
    summary:
      'Offers the languages that are `true`, and no longer those that are `false`; what is left out stays. One of each has to stay, and the default is one of the finders’. `from` as for `changeShopSettings`: it is about the `default`.',
    input: z
      .strictObject({ default: language, finder: ticks(language), rest: ticks(languageOfRest) })
      .partial()
      .extend({ from }),
    output: languageSettings,
    run: async ({ user }, input, services) => {
      const changed = await languages.changeLanguages(user, given(input), services);
      return 'notChanged' in changed ? whyNotOffered(changed) : changed;
    },
  }),

  readSiteState: forAdmin({
    summary:
      'How the site is set up: its host, those that are exempt from maintenance, files, limits, and notifications that wait.',
    output: siteState,
    run: ({ language }, _input, services) => readSiteState(language, services),
  }),
};

function whyNotOffered(why: languages.NotChanged): Refusal {
  return why.notChanged === 'none-left'
    ? refused('none-left', { field: why.scope })
    : refused('default-not-offered', { field: 'default' });
}
