import { newItemPath, staticPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';

/** What works today, wherever a page has to say that something does not. */
export function PrintAtHome() {
  return (
    <>
      <p>
        Add an item, and you get its tag as a QR code for your own printer. That costs nothing, and the tag works as
        soon as it exists.
      </p>
      <p className="flex flex-wrap gap-3">
        <LinkButton href={newItemPath()}>Print a tag at home, free</LinkButton>
        <LinkButton href={staticPath('instructions')} variant="secondary">
          See how to attach it
        </LinkButton>
      </p>
    </>
  );
}
