let ask = async (): Promise<boolean> => false;

/** Says how an administrator is asked for the second factor; true when it was proved, so that a call may be repeated. */
export function askForSecondFactor(how: () => Promise<boolean>): void {
  ask = how;
}

export const proveSecondFactor = (): Promise<boolean> => ask();

export const isProofAsked = (reason: unknown): boolean => /^second-factor-/.test(String(reason));
