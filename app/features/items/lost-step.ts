import { itemPath } from '../../../paths/paths.ts';
import { navigate, useLocation, useSearchParams } from '../../core/navigation/navigation.tsx';

const step = 'step';

/** The address of a form that is a step after a loss: saving it leads back to the steps. */
export const stepPath = (path: string) => `${path}?${step}=`;

/** To be called after saving. @param hash of the item */
export function useBackToSteps(hash: string): (isSaved: boolean) => void {
  const isStep = useSearchParams().has(step);
  return (isSaved) => {
    if (isStep) navigate(itemPath(hash), { state: { isStepSaved: isSaved } });
  };
}

/** Whether the form of a step was saved a moment ago. */
export function useIsStepSaved(): boolean {
  const { state, arrival } = useLocation();
  return arrival === 'push' && Boolean(state?.isStepSaved);
}
