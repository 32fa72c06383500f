/** Shows the buttons that copy and share this page's address, where the browser can. */
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
    // Whoever closes the choice shares nothing: no failure.
    share.onclick = () => navigator.share({ url: address() }).catch(() => undefined);
  }
}

/** Without what stands after it, such as the page of earlier messages. */
const address = () => location.origin + location.pathname;
