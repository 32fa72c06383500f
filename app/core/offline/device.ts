/** What this device keeps is loaded when it is asked for. */
const store = () => import('../../../browser/device-store.ts');

export const device = {
  hasOutbox: async (uid: string): Promise<boolean> => (await store()).hasOutbox(uid),
  dropTypedForms: async (uid: string): Promise<void> => (await store()).dropTypedForms(uid),
  dropOfflineCache: async (): Promise<void> => (await store()).dropOfflineCache(),
};
