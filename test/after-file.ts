type End = () => Promise<void> | void;

const ends: End[] = [];

/** As `onTestFinished`, for what the tests of a file share. */
export function onFileFinished(end: End): void {
  ends.push(end);
}

export async function finishFile(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
