export function offerSharing(root: ParentNode): void {
  const copy = root.querySelector<HTMLButtonElement>('[data-copied]');
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.onclick = () =>
      navigator.clipboard.writeText(address()).then(
        () => {
          copy.textContent = copy.dataset.copied ?? '';
        },
        // Where it is not allowed, the link is there to be copied by hand.
        () => {
          const link = root.querySelector(`main a[href="${location.pathname}"]`);
          if (link) getSelection()?.selectAllChildren(link);
        },
      );
  }
  const share = root.querySelector<HTMLButtonElement>('[data-share]');
  if (share && navigator.share) {
    share.hidden = false;
    // Closing the dialog rejects.
    share.onclick = () => navigator.share({ url: address() }).catch(() => undefined);
  }
}

const address = () => location.origin + location.pathname;
