/** Somebody signed in or out in a tab of this browser. */
type Change = 'entered' | 'left';

const name = 'handback-sign-in';

export function tellOtherTabs(change: Change): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(change);
  channel.close();
}

/** @returns ends following */
export function followOtherTabs(onChange: (change: Change) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<Change>) => onChange(data);
  return () => channel.close();
}
