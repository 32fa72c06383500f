import { staticPath } from './paths.ts';

const places: [place: RegExp, help: string][] = [
  [/^\/items(\/(new|print|blank|import)|$)/, staticPath('instructions')],
  [/^\/activate/, staticPath('instructions', 'activate')],
  [/^\/items?\//, staticPath('support', 'lost')],
  [/^\/inbox\//, staticPath('support', 'unpleasant')],
  [/^\/profile\/notifications/, staticPath('support', 'mail')],
  [/^\/(sign|auth|profile\/security)/, staticPath('support', 'sign-in')],
  [/^\/order/, staticPath('support', 'order')],
];

/** Where “Help” leads from the page at `path`: to the answer that fits, else to all of them. */
export function helpPath(path: string): string {
  return places.find(([place]) => place.test(path))?.[1] ?? staticPath('support');
}
