import { z } from 'zod';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { labelTemplate, maxTemplates, templateDetails } from '../domain/print/contract/label-template.ts';
import * as templates from '../domain/print/label-templates.ts';
import { forUser, type Refusal } from './define.ts';
import { byId, from, id, idempotencyKey } from './inputs.ts';
import { tooSmall } from './print.ts';
import { foundById, type PlainRefusal, refused } from './refused.ts';

export const labelTemplateFunctions = {
  listLabelTemplates: forUser({
    summary: 'Your own label templates, by name.',
    input: pageRequest,
    output: z.strictObject({ templates: z.array(labelTemplate), next }),
    run: ({ user }, input, services) => templates.listLabelTemplates(user, input, services),
  }),

  addLabelTemplate: forUser({
    summary: `Adds a sheet of labels of your own, in millimetres; at most ${maxTemplates}. The same \`key\` adds it once.`,
    input: templateDetails.safeExtend({ key: idempotencyKey }),
    output: labelTemplate,
    run: async ({ user, language }, input, services) => {
      const added = await templates.addLabelTemplate(user, input, services);
      return 'refused' in added ? whyNotSaved(added, language) : added;
    },
  }),

  updateLabelTemplate: forUser({
    summary:
      'Changes one of your label templates. `from` as for `changeShopSettings`: with it, only the name or the measures change that it names.',
    input: templateDetails.safeExtend({ id, from }),
    output: labelTemplate,
    run: async ({ user, language }, input, services) => {
      const saved = await templates.updateLabelTemplate(user, input, services);
      return 'refused' in saved ? whyNotSaved(saved, language) : saved;
    },
  }),

  deleteLabelTemplate: forUser({
    summary: 'Deletes one of your label templates.',
    input: byId,
    run: foundById(templates.deleteLabelTemplate, 'no-template'),
  }),
};

function whyNotSaved(saved: templates.NotSaved, language: string): Refusal | PlainRefusal {
  switch (saved.refused) {
    case 'no-template':
      return saved.refused;
    case 'name-taken':
      return refused(saved.refused, { field: 'name' });
    case 'too-many':
      return refused('too-many.templates', { field: 'name', params: { most: maxTemplates } });
    case 'too-small':
      return tooSmall('labelWidth', saved.module, language);
  }
}
