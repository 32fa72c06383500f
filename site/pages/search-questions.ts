type Searched = {
  /** Its words tell more than those of the text. */
  about: string;
  text: string;
};

const mostClose = 3;

/** Those that hold all words; else the few that hold the most of the rarer ones. @param language whose rules make letters small */
export function searchQuestions<Question extends Searched>(
  questions: Question[],
  words: string,
  language: string,
): { found: Question[]; holdAll: boolean } {
  const small = (text: string) => ` ${text.toLocaleLowerCase(language)}`;
  const asked = small(words).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (asked.length === 0) return { found: [], holdAll: false };
  const read = questions.map((question) => {
    const about = small(question.about);
    return { question, about, all: about + small(question.text) };
  });
  const holders = read.filter(({ all }) => asked.every((word) => all.includes(word)));
  if (holders.length > 0) return { found: holders.map(({ question }) => question), holdAll: true };

  // Short words stand in the middle of many others.
  const telling = [...new Set(asked.map((word) => (word.length > 3 ? word : ` ${word}`)))]
    .map((word) => ({ word, holders: read.filter(({ all }) => all.includes(word)).length }))
    .filter(({ holders }) => holders > 0 && holders <= questions.length / 2);
  const scored = read.map(({ question, about, all }) => {
    const held = telling.filter(({ word }) => all.includes(word));
    return {
      question,
      score: held.reduce((sum, { word, holders }) => sum + (about.includes(word) ? 3 : 1) / holders, 0),
    };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  const close = scored.filter(({ score }) => score > 0 && score >= best / 2).toSorted((a, b) => b.score - a.score);
  return { found: close.slice(0, mostClose).map(({ question }) => question), holdAll: false };
}
