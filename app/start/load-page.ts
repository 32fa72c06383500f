import type { ComponentType } from 'react';
import { within } from '../../browser/within.ts';
import { isTryingAgain } from './second-try.ts';

/** C-9.05. */
const chunkTimeoutMs = 120_000;

/** A page whose script is loaded when it is first opened, or fails after `timeoutMs`. */
export function loadPage(load: () => Promise<ComponentType>, timeoutMs = chunkTimeoutMs) {
  return async (): Promise<{ Component: ComponentType }> => {
    try {
      return { Component: await within(timeoutMs, load()) };
    } catch (error) {
      // The document is being loaded anew.
      if (isTryingAgain()) return new Promise(() => {});
      if (error instanceof SyntaxError) document.documentElement.dataset.tooOld = '';
      throw error;
    }
  };
}
