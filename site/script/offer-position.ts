import { askPosition } from '../../browser/ask-position.ts';
import { areaOf, exactly, type Position } from '../../domain/items/contract/position.ts';

/** Puts where the device is into the form: first the area, the exact place on a second yes. It shows what is sent. */
export function offerPosition(root: ParentNode): void {
  const part = root.querySelector<HTMLElement>('[data-position]');
  const status = part?.querySelector<HTMLElement>('[role=status]');
  const button = (name: string) => part?.querySelector<HTMLButtonElement>(`[data-${name}]`);
  const [ask, precision, leaveOut] = [button('ask'), button('precision'), button('leave-out')];
  if (!part || !status || !ask || !precision || !leaveOut || !navigator.geolocation) return;
  const [hint, giveExact] = [status.textContent, precision.textContent];
  let found: Position | undefined;
  let isExact = false;
  const show = () => {
    const sent = found && (isExact ? found : areaOf(found));
    const values = sent && { ...sent, isExact };
    for (const field of part.querySelectorAll<HTMLInputElement>('input')) {
      field.value = String(values?.[field.name as keyof typeof values] ?? '');
    }
    ask.hidden = found !== undefined;
    precision.hidden = leaveOut.hidden = !found;
    precision.textContent = (isExact ? precision.dataset.precision : giveExact) ?? '';
    const words = isExact ? status.dataset.exact : status.dataset.area;
    status.textContent = sent ? (words ?? '').replace('{position}', `${sent.latitude}, ${sent.longitude}`) : hint;
  };

  part.hidden = false;
  ask.onclick = async () => {
    ask.disabled = true;
    status.textContent = status.dataset.asking ?? '';
    found = await askPosition().then(exactly, () => undefined);
    ask.disabled = false;
    isExact = false;
    show();
    if (!found) status.textContent = status.dataset.failed ?? '';
    else precision.focus();
  };
  precision.onclick = () => {
    isExact = !isExact;
    show();
  };
  leaveOut.onclick = () => {
    found = undefined;
    isExact = false;
    show();
    ask.focus();
  };
}
