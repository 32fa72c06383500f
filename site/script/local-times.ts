/** Shows times by the clock of whoever reads; the server writes them in UTC. */
export function showLocalTimes(root: ParentNode): void {
  for (const time of root.querySelectorAll('time')) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  }
}
