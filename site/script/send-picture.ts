import { newIdempotencyKey } from '../../browser/idempotency-key.ts';
import { isOfAnother } from '../../browser/server-away.ts';
import { writePicture } from '../../browser/write-picture.ts';
import { outboxIn } from './send-form.ts';

/** The longest side that is sent, in pixels. */
const longestSide = 1600;
const retryMs = 10_000;
const longestSendingMs = 5 * 60_000;
/** What the server asks for is heard up to here. */
const longestRetryMs = 5 * 60_000;

type Sending = { action: string; picture: string };

/** Sends pictures in the background, shrunk, one after the other, and again until the server answers, also after the page was left (decision 026). */
export function sendPictures(root: ParentNode): void {
  const form = root.querySelector<HTMLFormElement>('form[data-picture]');
  const status = form?.querySelector<HTMLElement>('[role=status]');
  const field = form?.querySelector<HTMLInputElement>('input[type=file]');
  if (!form || !status || !field) return;
  const unsent = outboxIn<Sending>(`send-${form.dataset.picture}`);
  let running = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let taken: File | undefined;
  let givenBack: ReturnType<typeof unsent.read>[number] | undefined;
  let givenFile: File | undefined;
  const say = (words: string | undefined) => {
    status.hidden = false;
    status.textContent = words ?? '';
  };
  const showProgress = (share: number) => {
    const percent = share.toLocaleString(document.documentElement.lang, { style: 'percent' });
    say(status.dataset.progress?.replace('{percent}', percent));
  };
  const toSend = () => unsent.read().filter(({ id }) => id !== givenBack?.id);
  const send = async () => {
    const first = toSend()[0];
    if (running || !first) return;
    clearTimeout(retry);
    running = true;
    const { action, picture, isLate } = first;
    // Only asked for: it may have arrived before, without an answer.
    const isAsked = isLate && status.dataset.late !== undefined;
    if (!isAsked) showProgress(0);
    const answer = isAsked
      ? await post(`${action}&late=1`, new FormData())
      : await post(action, pictureForm(picture), showProgress);
    running = false;
    if (!answer || answer.isNotNow) {
      const { notNow, waiting, unkept } = status.dataset;
      say(unsent.read().some(({ isUnstored }) => isUnstored) ? unkept : answer ? notNow : waiting);
      retry = setTimeout(send, answer?.retryMs ?? retryMs);
      return;
    }
    if (isAsked && !answer.isSent) {
      givenBack = first;
      if (!field.files?.length) {
        giveBack(picture);
        [givenFile] = field.files ?? [];
      }
      say(status.dataset.late);
      return send();
    }
    // A refused one is removed by the page that says why: the way there may fail, or lead elsewhere.
    if (answer.isSent || !answer.isWithReason) unsent.remove(first);
    // The browser sends what was refused again, and shows the page that says why.
    if (!answer.isSent) {
      giveBack(picture);
      // With its key: it may be here already, sent by a page that did not hear the answer.
      form.action = action;
      return form.submit();
    }
    if (toSend().length > 0) return send();
    location.href = answer.url;
  };

  /** Into the field, from where it can be sent again. */
  const giveBack = (dataUrl: string) => {
    const files = new DataTransfer();
    files.items.add(fileOf(dataUrl));
    field.files = files.files;
  };

  form.addEventListener('submit', (event) => {
    const [file] = field.files ?? [];
    if (!file) return;
    event.preventDefault();
    if (file === taken) return;
    taken = file;
    // Each picture is a sending of its own; what was given back may have arrived.
    const action = new URL((file === givenFile && givenBack?.action) || form.action);
    if (file !== givenFile) for (const name of ['key', 'attempt']) action.searchParams.set(name, newIdempotencyKey());
    shrink(file).then(
      (picture) => {
        if (givenBack) unsent.remove(givenBack);
        unsent.add({ action: action.href, picture });
        send();
      },
      // What the browser cannot draw, the server judges.
      () => form.submit(),
    );
  });
  const { returned } = form.dataset;
  if (returned !== undefined) {
    for (const sending of unsent.read()) if (returned && keyOf(sending) === returned) unsent.remove(sending);
    return;
  }
  addEventListener('online', send);
  if (unsent.read().length > 0) form.closest('details')?.setAttribute('open', '');
  send();
}

/** @returns a JPEG as a data URL, without what the camera wrote into the file; the file as it is where the browser writes noise */
async function shrink(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser draws nothing.');
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return readDataUrl(await writePicture(canvas, 'image/jpeg', 0.8).catch(() => file));
}

function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

function pictureForm(dataUrl: string): FormData {
  const form = new FormData();
  form.append('picture', fileOf(dataUrl));
  return form;
}

function fileOf(dataUrl: string): File {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
  return new File([bytes], 'picture.jpg', { type: 'image/jpeg' });
}

const keyOf = ({ action }: Sending) => new URL(action).searchParams.get('key');

type Answer = {
  isSent: boolean;
  isWithReason: boolean;
  /** Maintenance, or the database or the server is away. */
  isNotNow: boolean;
  retryMs: number;
  url: string;
};

/** By XMLHttpRequest, which alone tells how much was sent. @returns nothing when the network is away */
function post(action: string, body: FormData, onProgress?: (share: number) => void): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', action);
    request.timeout = longestSendingMs;
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, responseURL } = request;
      const answeredBy = request.getResponseHeader('Answered-By');
      const headers = new Headers(answeredBy ? { 'Answered-By': answeredBy } : {});
      const isRedirected = responseURL !== action;
      const isNotNow = status === 503 || isOfAnother({ headers });
      const askedMs = Number(request.getResponseHeader('Retry-After')) * 1_000 || 0;
      const waitMs = Math.min(Math.max(askedMs, retryMs), longestRetryMs);
      const isWithReason = request.responseText.includes(`data-returned="${new URL(action).searchParams.get('key')}"`);
      resolve({ isSent: isRedirected && status < 400, isWithReason, isNotNow, retryMs: waitMs, url: responseURL });
    };
    request.onerror = request.ontimeout = request.onabort = () => resolve(undefined);
    request.send(body);
  });
}
