import type { Brand } from './brand.ts';

/** The operator's logo; without one the tag and the product's name, on one line: a long name is smaller, and a very long one cut. */
export function Logo({ brand: { productName, logo } }: { brand: Brand }) {
  if (logo) return <img src={new URL(logo).pathname} alt={productName} className="h-10 max-w-full object-contain" />;
  const size =
    productName.length > longestInFullSize ? 'text-[min(0.9375rem,6vw)] sm:text-xl' : 'text-[min(1.25rem,11vw)]';
  return (
    <span className={`headline inline-flex min-w-0 items-center gap-2 ${size}`}>
      <TagMark className="size-[min(2rem,10vw)] flex-none" />
      <span className="truncate">{productName}</span>
    </span>
  );
}

const longestInFullSize = 10;

/** The motif alone, a tag that comes back; the favicon is the same drawing. */
function TagMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path
        className="fill-home"
        d="M11.5 1h9a3 3 0 0 1 2.1.9l4.5 4.5a3 3 0 0 1 .9 2.1V27a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8.5a3 3 0 0 1 .9-2.1l4.5-4.5a3 3 0 0 1 2.1-.9Z"
      />
      <circle className="fill-paper stroke-sun" cx="16" cy="8" r="3" strokeWidth="2" />
      <path
        className="fill-none stroke-home-ink"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M13.5 15.5 10 19l3.5 3.5M10 19h8.5a3.5 3.5 0 0 1 0 7H16"
      />
    </svg>
  );
}
