import type { Category } from '../domain/items/contract/categories.ts';

type DrawingProps = { category: Category; className?: string };

/** The line drawing of a kind of thing; decoration, because the name stands beside it. */
export function Drawing({ category, className }: DrawingProps) {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <path d={paths[category]} />
    </svg>
  );
}

const paths: Record<Category, string> = {
  keys: 'M16.5 11a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM14.7 15.2 27 27.5M21.5 22l3-3M24.7 25.2l2.3-2.3M8.5 9.5h.01',
  bag: 'M8 14a8 8 0 0 1 16 0v11a3 3 0 0 1-3 3H11a3 3 0 0 1-3-3ZM13 6.6V5a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2v1.6M8 18H6.5A1.5 1.5 0 0 0 5 19.5v4A1.5 1.5 0 0 0 6.5 25H8M24 18h1.5a1.5 1.5 0 0 1 1.5 1.5v4a1.5 1.5 0 0 1-1.5 1.5H24M12 28v-6a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v6M13 14h6',
  suitcase:
    'M9 11.5h14a3 3 0 0 1 3 3V23a3 3 0 0 1-3 3H9a3 3 0 0 1-3-3v-8.5a3 3 0 0 1 3-3ZM12 11.5V7a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v4.5M11 11.5V26M21 11.5V26M9.5 26v2.5M22.5 26v2.5',
  phone: 'M12 3.5h8a3 3 0 0 1 3 3v19a3 3 0 0 1-3 3h-8a3 3 0 0 1-3-3v-19a3 3 0 0 1 3-3ZM14.5 24.5h3M14.5 7h3',
  laptop: 'M8.5 7h15A1.5 1.5 0 0 1 25 8.5V20H7V8.5A1.5 1.5 0 0 1 8.5 7ZM7 20l-3 4.5h24L25 20M14 22h4',
  wallet:
    'M8 9h16a3 3 0 0 1 3 3v11a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V12a3 3 0 0 1 3-3ZM5.2 11a3 3 0 0 1 2.2-2L20 5.5A2 2 0 0 1 22.5 7.4V9M27 15h-5a2.5 2.5 0 0 0 0 5h5M22 17.5h.01',
  pet: 'M16 16.5c3.3 0 7 3.7 7 6.8 0 2.2-1.7 3.2-3.5 2.9-1.3-.2-2.2-.7-3.5-.7s-2.2.5-3.5.7c-1.8.3-3.5-.7-3.5-2.9 0-3.1 3.7-6.8 7-6.8ZM9.5 15.5a2.2 2.9 0 1 1-4.4 0 2.2 2.9 0 0 1 4.4 0ZM14.5 9a2.2 3 0 1 1-4.4 0 2.2 3 0 0 1 4.4 0ZM21.9 9a2.2 3 0 1 1-4.4 0 2.2 3 0 0 1 4.4 0ZM26.9 15.5a2.2 2.9 0 1 1-4.4 0 2.2 2.9 0 0 1 4.4 0Z',
  child:
    'M26 17a10 10 0 1 1-20 0 10 10 0 0 1 20 0ZM6.2 15a2.5 2.5 0 0 0 0 4.5M25.8 15a2.5 2.5 0 0 1 0 4.5M16 7c-.5-2.5 1-4 3-3.5M12.5 16h.01M19.5 16h.01M12.5 20.5c1.8 2 5.2 2 7 0',
  bike: 'M13 21.5a5 5 0 1 1-10 0 5 5 0 0 1 10 0ZM29 21.5a5 5 0 1 1-10 0 5 5 0 0 1 10 0ZM8 21.5l4-9.5h8.5l3.5 9.5M11.2 14l4.8 7.5H8M16 21.5 20.5 12l-1.3-3.5h3.3M9.8 9h4M12 12 11 9',
  camera:
    'M7 10h4l2-4h6l2 4h4a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V13a3 3 0 0 1 3-3ZM21 18a5 5 0 1 1-10 0 5 5 0 0 1 10 0ZM24 14h.01',
  bottle:
    'M13 3.5h6V8l2.2 2.8a4 4 0 0 1 .8 2.4V25.5a3 3 0 0 1-3 3h-6a3 3 0 0 1-3-3V13.2a4 4 0 0 1 .8-2.4L13 8ZM13 8h6M10 16.5h12M10 22.5h12',
  other:
    'M6.5 5h8.7a3 3 0 0 1 2.1.9l8.8 8.8a3 3 0 0 1 0 4.2l-7.2 7.2a3 3 0 0 1-4.2 0l-8.8-8.8a3 3 0 0 1-.9-2.1V6.5A1.5 1.5 0 0 1 6.5 5ZM12 10.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Z',
};
