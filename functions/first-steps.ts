import { z } from 'zod';
import { firstSteps, notedStep } from '../domain/people/contract/first-steps.ts';
import * as steps from '../domain/people/first-steps.ts';
import { forUser } from './define.ts';

export const firstStepFunctions = {
  getFirstSteps: forUser({
    summary: 'What you have done of what makes your first tag useful; null once this is over.',
    output: firstSteps.nullable(),
    run: ({ user }, _input, services) => steps.readFirstSteps(user, services),
  }),

  noteFirstStep: forUser({
    summary:
      'Says that your first tag is attached, or that you scanned it yourself. Once this is over, it does nothing.',
    input: z.object({ step: notedStep }),
    run: ({ user }, { step }, services) => steps.noteFirstStep(user, step, services),
  }),

  endFirstSteps: forUser({
    summary: 'Ends the list of first steps for ever.',
    run: ({ user }, _input, services) => steps.endFirstSteps(user, services),
  }),
};
