import { type RefObject, useEffect, useState } from 'react';
import { openCodeReader } from './code-reader.ts';

/** Between two looks at the picture of the camera. */
const restMs = 200;

/** Shows what the camera sees and tells what it reads, while the page is looked at and until `onRead` says that it is enough. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onRead: (text: string) => boolean) {
  const [isSeen, setSeen] = useState(() => document.visibilityState === 'visible');
  const [state, setState] = useState<'asked' | 'running' | 'none'>('asked');
  useEffect(() => {
    const look = () => setSeen(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  useEffect(() => {
    if (!isSeen) return;
    const left = new AbortController();
    watch(video, left.signal, onRead, () => setState('running')).catch(() => left.signal.aborted || setState('none'));
    return () => left.abort();
  }, [isSeen, video, onRead]);
  return state;
}

async function watch(
  video: RefObject<HTMLVideoElement | null>,
  left: AbortSignal,
  onRead: (text: string) => boolean,
  onRunning: () => void,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  left.addEventListener('abort', stop);
  if (left.aborted || !video.current) return stop();
  const shown = video.current;
  shown.srcObject = stream;
  await shown.play();
  onRunning();
  const read = await openCodeReader();
  while (!left.aborted) {
    const text = await read(shown).catch(() => undefined);
    if (text && !left.aborted && onRead(text)) return stop();
    await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}
