import { initializeApp } from 'firebase/app';
import { getAuth, onAuthStateChanged } from 'firebase/auth';
import {
  doc,
  initializeFirestore,
  onSnapshot,
  persistentLocalCache,
  persistentMultipleTabManager,
  setDoc,
} from 'firebase/firestore';
import { getFunctions, httpsCallable } from 'firebase/functions';
import { item } from '../item.ts';

export type Item = { name: string; category: typeof item.category; note: string };
export type Report = { hash: string; answer?: string | undefined; text: string; name: string };

const app = initializeApp({ apiKey: 'none', projectId: 'baseline', authDomain: 'baseline.invalid', appId: 'none' });
const db = initializeFirestore(app, {
  localCache: persistentLocalCache({ tabManager: persistentMultipleTabManager() }),
});
const auth = getAuth(app);

export const reportFound = httpsCallable<Report, void>(getFunctions(app), 'reportFound');

export function watchUser(listener: (uid: string | undefined) => void): () => void {
  return onAuthStateChanged(auth, (user) => listener(user?.uid));
}

/** The document is put into the SDK's own cache first: no network, so the read is answered at once, as no real one is. */
export function watchItem(hash: string, listener: (item: Item) => void): () => void {
  const document = doc(db, 'items', hash);
  setDoc(document, item).catch(reportError);
  return onSnapshot(document, (snapshot) => {
    if (snapshot.exists()) listener(snapshot.data() as Item);
  });
}
