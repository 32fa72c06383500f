/** The page still greets somebody whose session is over: shows it as a visitor sees it. */
export async function reloadWhenSignedOut(): Promise<void> {
  const answer = await fetch('/auth/token', { method: 'POST' }).catch(() => undefined);
  if (answer && answer.status !== 200 && answer.status < 500) location.reload();
}
