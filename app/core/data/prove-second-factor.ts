/** Asks an administrator for the second factor; true when it was proved, so that a call may be repeated. Set when the app starts. */
export const secondFactor = { prove: async (): Promise<boolean> => false };

/** Whether a call was refused because no second factor was proved in this session, or not lately. */
export const isProofAsked = (reason: unknown): boolean => /^second-factor-/.test(String(reason));
