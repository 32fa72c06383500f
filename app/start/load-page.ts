import type { ComponentType } from 'react';
import { isTryingAgain } from './second-try.ts';

/** C-9.05. */
const chunkTimeoutMs = 120_000;

/** A page whose script is loaded when it is first opened, or fails after `timeoutMs`. */
export function loadPage(load: () => Promise<ComponentType>, timeoutMs = chunkTimeoutMs) {
  return async (): Promise<{ Component: ComponentType }> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The script of this page did not arrive in time.')), timeoutMs);
    });
    try {
      return { Component: await Promise.race([load(), timeout]) };
    } catch (error) {
      // The document is being loaded anew.
      if (isTryingAgain()) return new Promise(() => {});
      if (error instanceof SyntaxError) document.documentElement.dataset.tooOld = '';
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}
