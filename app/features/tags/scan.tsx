import { TextLink } from '../../../ui/button.tsx';
import '../../core/document/no-eval.ts';
import { type ChangeEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { codeInAddress } from '../../../domain/items/contract/item-hash.ts';
import { isTagCode } from '../../../domain/items/contract/tag-code.ts';
import { tagPath, typeCodePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { t } from '../../core/document/app-translations.ts';
import { publicUrl } from '../../core/document/page-metadata.ts';
import { LeadPage } from '../../widgets/page-heading.tsx';
import { openCodeReader } from './code-reader.ts';

export function Scan() {
  const video = useRef<HTMLVideoElement>(null);
  const [other, setOther] = useState('');
  const [isNothing, setNothing] = useState(false);
  const take = useCallback((text: string) => {
    setNothing(false);
    const code = tagCodeIn(text);
    // Read again, it would begin to load the page again.
    if (code) location.assign(tagPath(code));
    else setOther(text);
    return code !== undefined;
  }, []);
  const camera = useCamera(video, take);
  const readFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (!file) return;
    setOther('');
    const read = await openCodeReader();
    const picture = await createImageBitmap(file).catch(() => undefined);
    const text = picture && (await read(picture).catch(() => undefined));
    if (text) take(text);
    else setNothing(true);
  };
  return (
    <LeadPage title={t('scan.title')} lead={camera !== 'none' && t('scan.lead')}>
      {camera === 'none' ? (
        <Alert>{t('scan.noCamera')}</Alert>
      ) : (
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('scan.camera')}
          className="aspect-square w-full max-w-md rounded-card border-2 border-line bg-ink object-cover"
        />
      )}
      <div role="status" className="grid gap-3">
        {isNothing && <Alert tone="error">{t('scan.nothing')}</Alert>}
        {other && (
          <Alert title={t('scan.other')}>
            <p className="wrap-anywhere" dir="auto">
              {other}
            </p>
          </Alert>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <label className="button button-secondary cursor-pointer focus-within:outline-3">
          {t('scan.fromPicture')}
          <input type="file" accept="image/*" className="sr-only" onChange={readFile} />
        </label>
        <TextLink href={typeCodePath()}>{t('scan.type')}</TextLink>
      </div>
    </LeadPage>
  );
}

/** Only of a tag of this installation: the rest is shown, and never opened. */
function tagCodeIn(text: string): string | undefined {
  if (!URL.canParse(text) || new URL(text).origin !== publicUrl()) return undefined;
  const code = String(codeInAddress(text)).toLowerCase();
  return isTagCode(code) ? code : undefined;
}

/** Between two looks at the picture of the camera. */
const restMs = 200;

/** Shows what the camera sees and tells what it reads, while the page is looked at and until `onRead` says that it is enough. */
function useCamera(video: RefObject<HTMLVideoElement | null>, onRead: (text: string) => boolean) {
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
