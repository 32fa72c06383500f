type Change = 'entered' | 'left';

const name = 'handback-sign-in';

export const tellOtherTabs = (change: Change) => tellChannel(name, change);

export const followOtherTabs = (onChange: (change: Change) => void) => followChannel(name, onChange);

/** Between the tabs of this browser. Undefined where it has none or refuses: each tab then hears of the others when it asks the server. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

export function tellChannel(name: string, message: unknown): void {
  const channel = openChannel(name);
  channel?.postMessage(message);
  channel?.close();
}

export function followChannel<Message>(name: string, onMessage: (message: Message) => void): () => void {
  const channel = openChannel(name);
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
  return () => channel?.close();
}
