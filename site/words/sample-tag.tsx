import { itemPath } from '../../paths/paths.ts';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { Drawing } from '../../ui/drawings.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PrintedTag, sampleCode } from './printed-tag.tsx';

/**
 * A hanging tag that can be scanned: pressing it opens what a finder would see. Its QR code is a real one and leads a
 * phone's camera to the same drawing, whose details browsers open when it is the target.
 */
export function SampleTag({ publicUrl }: { publicUrl: string }) {
  return (
    <details className="sample">
      <summary>
        <StringLoop />
        <PrintedTag publicUrl={publicUrl} />{' '}
        <span className="sample-cue button button-secondary">
          <Icon name="scan" />
          <span className="when-closed">Scan this tag</span>
          <span className="when-open">Put it away</span>
        </span>
      </summary>
      <FindersView host={new URL(publicUrl).host} />
    </details>
  );
}

function FindersView({ host }: { host: string }) {
  return (
    <figure id="scanned" className="phone">
      <figcaption className="sr-only">What a finder sees after scanning:</figcaption>
      <p className="phone-address">
        {host}
        {itemPath('…')}
      </p>
      <p className="headline text-xl">You found Blue backpack. Thank you!</p>
      <p className="phone-picture">
        <Drawing category="bag" className="size-20" />
      </p>
      <p>“My homework is in it. The school office keeps things for me, or write to me here.”</p>
      <p className="phone-answer bg-home text-home-ink">I have it</p>
      <p className="phone-answer">I handed it in at…</p>
      <p className="phone-answer">I saw it here</p>
      <p className="text-center text-sm text-ink-soft">
        <CodeGroups code={sampleCode} />
      </p>
    </figure>
  );
}

function StringLoop() {
  return (
    <svg
      viewBox="0 0 40 128"
      className="sample-string"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M20 0v72M20 72c-8 14-8 38 0 50M20 72c8 14 8 38 0 50" />
      <path fill="currentColor" d="M16.5 70h7v5h-7z" />
    </svg>
  );
}
