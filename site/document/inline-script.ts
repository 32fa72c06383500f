/**
 * Says that the app does not begin, where not even the script comes that watches it (app/start/watch-start.ts), and remembers that the
 * browser is too old to read one (app/core/document/late.tsx does so for a page's own script). Waits for what is slow: a document is loaded when its scripts came or failed. The policy of the app's
 * documents allows it by its hash.
 */
export const inlineScript = [
  "const html=document.documentElement;addEventListener('error',({error})=>{if(error instanceof SyntaxError)html.dataset.tooOld=''});",
  "addEventListener('load',()=>setTimeout(()=>{if(!document.querySelector('#app[data-script]'))",
  "for(const part of document.querySelectorAll('[data-until-start]'))",
  "part.hidden=part.dataset.untilStart!==(html.dataset.tooOld===undefined?'failure':'too-old')},5e3))",
].join('');
