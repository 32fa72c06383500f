import { staticPath } from './paths.ts';

const aboutTags = /^\/(activate|items($|\/(new|print|blank|import|scan)))/;

const answers: [place: RegExp, anchor: string][] = [
  [/^\/items?\//, 'lost'],
  [/^\/inbox\//, 'unpleasant'],
  [/^\/profile\/notif/, 'mail'],
  [/^\/(sign|auth|profile\/sec)/, 'sign-in'],
  [/^\/order/, 'order'],
];

/** Where “Help” leads from the page at `path`: to the answer that fits, else to all of them. */
export function helpPath(path: string): string {
  if (aboutTags.test(path)) return staticPath('instructions');
  return staticPath('support', answers.find(([place]) => place.test(path))?.[1]);
}
