import { deleteApp, type FirebaseApp, type FirebaseError, initializeApp } from 'firebase/app';
import { getFunctions, httpsCallable } from 'firebase/functions';
import { onTestFinished } from 'vitest';
import { createCallFunction, FunctionError } from '../app/core/data/call-function.ts';
import type { OpenFunctionName } from '../functions/list.ts';

type Outcome = { result: unknown } | { code: string; message: string; details: unknown };

type Call = (name: string, data?: unknown) => Promise<Outcome>;
type Options = { token?: string | undefined; timeoutMs?: number };

export function ourClient(origin: string, { token, timeoutMs = 10_000 }: Options = {}): Call {
  const session = { token: async () => token, leave: () => {} };
  const call = createCallFunction({ origin, timeoutMs, session });
  return async (name, data = {}) => {
    try {
      return { result: await call(name as OpenFunctionName, data as never) };
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      const { code, message, details } = error;
      return { code, message, details };
    }
  };
}

let apps = 0;

/** The stock client of Firebase, as any program would use it: the path of the region is its “custom domain”. */
export function firebaseClient(origin: string, { token, timeoutMs = 10_000 }: Options = {}): Call {
  const app = initializeApp({ projectId: 'handback', apiKey: 'none' }, `caller ${++apps}`);
  onTestFinished(() => deleteApp(app));
  if (token) signInWith(app, token);
  const functions = getFunctions(app, `${origin}/functions/us-central1`);
  return async (name, data) => {
    try {
      return { result: (await httpsCallable(functions, name, { timeout: timeoutMs })(data)).data };
    } catch (error) {
      const { code, message, details } = error as FirebaseError & { details?: unknown };
      return { code: code.replace('functions/', ''), message, details };
    }
  };
}

/** Stands where Firebase's own sign-in would: the client asks it for the bearer token of each call. */
function signInWith(app: FirebaseApp, token: string): void {
  const auth = { getToken: async () => ({ accessToken: token }) };
  const { container } = app as unknown as { container: { addComponent(component: unknown): void } };
  container.addComponent({
    name: 'auth-internal',
    instanceFactory: () => auth,
    type: 'PRIVATE',
    multipleInstances: false,
    serviceProps: {},
    instantiationMode: 'LAZY',
    onInstanceCreated: null,
  });
}
