/** Shows the page's own address where a tag's printed one led to it: a link that is passed on then is the usual one. */
export function showOwnAddress({ head }: Document): void {
  const own = head.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (own && /^\/t\//i.test(location.pathname))
    history.replaceState(history.state, '', new URL(own.href).pathname + location.search + location.hash);
}
