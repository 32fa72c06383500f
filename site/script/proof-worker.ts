import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

declare const self: {
  onmessage: ((event: MessageEvent<Challenge>) => void) | null;
  postMessage(solution: Solution | null): void;
};

const longestMs = 60_000;

self.onmessage = async ({ data: challenge }) => {
  self.postMessage(await solveChallenge({ challenge, deriveKey, timeout: longestMs }).catch(() => null));
};
