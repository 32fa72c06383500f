/** The answer, if it comes in time. Some parts of some browsers never answer. @throws after so long */
export function within<Answer>(ms: number, answer: Promise<Answer>, onSilence?: () => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      onSilence?.();
      reject(new Error('It did not arrive in time.'));
    }, ms);
    answer.finally(() => clearTimeout(limit)).then(resolve, reject);
  });
}
