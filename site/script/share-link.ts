export function offerSharing(root: ParentNode): void {
  const copy = root.querySelector<HTMLButtonElement>('[data-copied]');
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.onclick = async () => {
      await navigator.clipboard.writeText(address());
      copy.textContent = copy.dataset.copied ?? '';
    };
  }
  const share = root.querySelector<HTMLButtonElement>('[data-share]');
  if (share && navigator.share) {
    share.hidden = false;
    // Closing the dialog rejects.
    share.onclick = () => navigator.share({ url: address() }).catch(() => undefined);
  }
}

const address = () => location.origin + location.pathname;
