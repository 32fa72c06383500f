/** The server writes times in UTC. */
export function showLocalTimes(root: ParentNode): void {
  const { lang } = document.documentElement;
  const locale = navigator.languages.find((tag) => tag.startsWith(lang)) ?? lang;
  for (const time of root.querySelectorAll('time')) {
    time.textContent = new Date(time.dateTime).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
  }
}
