import type { ReactNode } from 'react';
import type { PlainKey } from '../../language/create-translations.ts';
import { staticPath } from '../../paths/paths.ts';
import type { SitePageName } from '../../paths/site-pages.ts';
import { useTranslations } from '../../ui/translations-context.ts';

type Scene = {
  title: PlainKey;
  text: PlainKey;
  /** As wide as it is drawn, so that it begins where its words begin. */
  width: number;
  drawing: ReactNode;
  guide?: SitePageName;
};

export function HowItWorks() {
  const t = useTranslations();
  return (
    <section className="wrap" aria-labelledby="how">
      <h2 id="how">{t('homePage.howItWorks')}</h2>
      <ol className="steps">
        <Scenes scenes={steps} />
      </ol>
    </section>
  );
}

export function Situations() {
  const t = useTranslations();
  return (
    <section className="wrap" aria-labelledby="situations">
      <h2 id="situations">{t('homePage.situations')}</h2>
      <ul className="steps">
        <Scenes scenes={situations} />
      </ul>
    </section>
  );
}

function Scenes({ scenes }: { scenes: Scene[] }) {
  const t = useTranslations();
  return scenes.map(({ title, text, width, drawing, guide }) => (
    <li key={title}>
      <svg viewBox={`0 0 ${width} 120`} className="step-drawing" aria-hidden="true">
        {drawing}
      </svg>
      <div>
        <h3>{guide ? <a href={staticPath(guide)}>{t(title)}</a> : t(title)}</h3>
        <p className="mt-1 text-ink-soft">{t(text)}</p>
      </div>
    </li>
  ));
}

const steps: Scene[] = [
  {
    title: 'homePage.tagIt',
    text: 'homePage.tagItText',
    width: 138,
    drawing: (
      <g transform="translate(-19)">
        <path className="fill-card" d="M30 40h76a9 9 0 0 1 9 9v47a9 9 0 0 1-9 9H30a9 9 0 0 1-9-9V49a9 9 0 0 1 9-9Z" />
        <path d="M50 40V25a8 8 0 0 1 8-8h20a8 8 0 0 1 8 8v15M41 40v65M95 40v65M34 105v7M102 105v7" />
        <path d="M86 27c12-8 26-4 31 14" />
        <path className="fill-card" d="m116 34 17-4 10 6 8 36a4 4 0 0 1-3 5l-26 6a4 4 0 0 1-5-3l-8-36Z" />
        <path d="m120 61 6-1.4 1.4 6-6 1.3ZM133 58l6-1.3 1.3 6-6 1.3ZM123 74l15-3.5" />
        <circle className="fill-sun" cx="126" cy="44" r="4.5" />
      </g>
    ),
  },
  {
    title: 'homePage.somebodyScans',
    text: 'homePage.somebodyScansText',
    width: 100,
    drawing: (
      <g transform="translate(-47)">
        <path
          className="fill-card"
          d="M58 8h40a9 9 0 0 1 9 9v86a9 9 0 0 1-9 9H58a9 9 0 0 1-9-9V17a9 9 0 0 1 9-9ZM73 102h10"
        />
        <path d="M59 38v-7a5 5 0 0 1 5-5h6M86 26h6a5 5 0 0 1 5 5v7M97 78v7a5 5 0 0 1-5 5h-6M70 90h-6a5 5 0 0 1-5-5v-7" />
        <path d="M73 36h10l7 7v34a3 3 0 0 1-3 3H69a3 3 0 0 1-3-3V43ZM71 58h4v4h-4zM81 58h4v4h-4zM71 69h4v4h-4zM81 71h5" />
        <circle className="fill-sun" cx="78" cy="46" r="3.5" />
        <path
          className="fill-sun"
          d="M112 22h26a7 7 0 0 1 7 7v14a7 7 0 0 1-7 7h-16l-9 8v-8h-1a7 7 0 0 1-7-7V29a7 7 0 0 1 7-7ZM116 33h18M116 40h11"
        />
      </g>
    ),
  },
  {
    title: 'homePage.comesHome',
    text: 'homePage.comesHomeText',
    width: 152,
    drawing: (
      <g transform="translate(-6)">
        <path className="fill-card" d="M52 52v54h84V52" />
        <path d="M40 60 94 14l54 46M14 106h134M118 34V20h10v23" />
        <path className="fill-paper" d="M78 106V68a4 4 0 0 1 4-4h24a4 4 0 0 1 4 4v38" />
        <path d="M94 72v6" />
        <path className="fill-card" d="M90 78h8l5 5v14a2 2 0 0 1-2 2H87a2 2 0 0 1-2-2V83Z" />
        <circle className="fill-sun" cx="94" cy="84" r="2.5" />
        <path className="stroke-home" strokeDasharray="1 9" d="M8 74c10-14 24-16 32 0s20 26 32 22" />
      </g>
    ),
  },
];

const situations: Scene[] = [
  {
    title: 'homePage.airport',
    text: 'homePage.airportText',
    guide: 'guide-airport',
    width: 150,
    drawing: (
      <>
        <path d="M9 96h132a8 8 0 0 1 0 16H9a8 8 0 0 1 0-16ZM24 104h.1M58 104h.1M92 104h.1M126 104h.1" />
        <path className="fill-card" d="M36 46h54a8 8 0 0 1 8 8v42H28V54a8 8 0 0 1 8-8Z" />
        <path d="M48 46V34a6 6 0 0 1 6-6h18a6 6 0 0 1 6 6v12M44 46v50M82 46v50" />
        <path d="M78 36c12-6 24-4 29 7" />
        <path className="fill-card" d="m101 44 13-5 9 4 12 29a3 3 0 0 1-2 4l-17 7a3 3 0 0 1-4-2l-12-28Z" />
        <path d="m111 68 11-4.500M114 75l11-4.500" />
        <circle className="fill-sun" cx="113" cy="52" r="3.5" />
      </>
    ),
  },
  {
    title: 'homePage.school',
    text: 'homePage.schoolText',
    guide: 'guide-school',
    width: 134,
    drawing: (
      <>
        <path d="M2 10h130M64 10v12M14 10v10M118 10v10" />
        <path className="fill-card" d="M52 26c3-5 21-5 24 0l20 10 14 40-15 6-7-17v47H40V65l-7 17-15-6 14-40Z" />
        <path d="m52 26 12 14 12-14M64 40v72M48 88h8M72 88h8" />
        <path d="M88 104c6 2 10 0 12-6" />
        <path className="fill-card" d="M99 84h12l6 6v22a2 2 0 0 1-2 2H95a2 2 0 0 1-2-2V90Z" />
        <path d="M100 102h10M100 108h6" />
        <circle className="fill-sun" cx="105" cy="93" r="3" />
      </>
    ),
  },
  {
    title: 'homePage.pet',
    text: 'homePage.petText',
    guide: 'guide-pet',
    width: 100,
    drawing: (
      <>
        <path className="fill-card" d="M20 44 16 8l21 15c8-3 18-3 26 0L84 8l-4 36c6 24-10 38-30 38S14 68 20 44Z" />
        <path d="M38 48v4M62 48v4M46 60h8l-4 4ZM50 64c0 6-6 8-9 4M50 64c0 6 6 8 9 4M24 58 4 54M24 64 6 68M76 58l20-4M76 64l18 4" />
        <path className="fill-paper" d="M24 76c14 11 38 11 52 0l5 9c-17 14-45 14-62 0Z" />
        <path className="fill-card" d="M46 92h8l7 7v15a2 2 0 0 1-2 2H41a2 2 0 0 1-2-2V99Z" />
        <circle className="fill-sun" cx="50" cy="101" r="3" />
      </>
    ),
  },
];
