/** Asks an administrator for the second factor; true when it was proved, so that a call may be repeated. Set when the app starts. */
export const secondFactor = { prove: async (): Promise<boolean> => false };
