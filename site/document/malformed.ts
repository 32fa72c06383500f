import { homePath } from '../../paths/paths.ts';

const sentences = {
  400: 'This address cannot be read. Please check it, or scan the tag again.',
  414: 'This address is too long. Please check it, or scan the tag again.',
};

/** For requests that never reach the router; plain, because nothing about them can be trusted. */
export function malformedPage(status: keyof typeof sentences) {
  const headers = { 'Content-Type': 'text/html; charset=utf-8' };
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not understood</title><h1>${sentences[status]}</h1><p><a href="${homePath()}">To the home page</a></p></html>`;
  return { headers, body };
}
