import type { ReactNode } from 'react';
import { qrMatrix } from '../../domain/items/contract/qr-code.ts';
import type { ProductKind } from '../../domain/shop/contract/product-kinds.ts';
import { homePath } from '../../paths/paths.ts';
import { darkModules } from '../../ui/qr-code.tsx';
import { useTranslations } from '../../ui/translations-context.ts';

const artworkId = 'tag-artwork';
const ink = '#17202e';
/** Millimetres of the square label. */
const labelSide = 40;

/** The face of a tag, once a page, for its pictures. The QR code leads to the sample on the home page, never to somebody's tag. */
export function TagArtwork({ publicUrl }: { publicUrl: string }) {
  const t = useTranslations();
  const rows = qrMatrix(publicUrl + homePath('scanned'));
  const module = 24 / rows.length;
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <symbol id={artworkId} viewBox={`0 0 ${labelSide} ${labelSide}`}>
        <g fill={ink} textAnchor="middle" fontFamily="system-ui, sans-serif">
          <text x="20" y="6.2" fontSize="4.4" fontWeight="700">
            {t('sitePage.foundMe')}
          </text>
          <g transform={`translate(8 8.6) scale(${module})`}>
            <path d={darkModules(rows)} shapeRendering="crispEdges" />
          </g>
          <text x="20" y="37.4" fontSize="3.2">
            {t('sitePage.pleaseScan')}
          </text>
        </g>
      </symbol>
    </svg>
  );
}

/** Elements of an SVG, 160 by 120 units. */
/** @param props.isSingle it is one tag: no sheet of them */
export function ProductDrawing({ kind, isSingle = false }: { kind: ProductKind; isSingle?: boolean }) {
  const Draw = drawings[kind];
  return (
    <>
      <rect width="160" height="120" rx="6" fill="#efe7d8" />
      <Draw isSingle={isSingle} />
    </>
  );
}

const drawings: Record<ProductKind, (props: { isSingle?: boolean }) => ReactNode> = {
  'sticker-sheet': StickerSheet,
  'key-ring': KeyRing,
  'luggage-tag': LuggageTag,
  'pet-tag': PetTag,
  'iron-on': IronOn,
  'family-pack': FamilyPack,
  'gift-card': GiftCard,
};

function StickerSheet({ isSingle = false }) {
  if (isSingle)
    return (
      <>
        <rect x="42" y="16" width="76" height="88" rx="6" fill="#fff" stroke="#c9bfae" />
        <Face x={46} y={26} side={68} />
      </>
    );
  const places = [0, 1, 2].flatMap((row) => [0, 1, 2, 3].map((column) => ({ x: 28 + column * 27, y: 15 + row * 31 })));
  return (
    <>
      <rect x="20" y="8" width="120" height="104" rx="2" fill="#fff" stroke="#c9bfae" />
      {places.map(({ x, y }) => (
        <g key={`${x} ${y}`}>
          <rect x={x - 2} y={y} width="26" height="28" rx="3" fill="#fff" stroke="#c9bfae" strokeDasharray="2 1.5" />
          <Face x={x - 1} y={y + 2} side={24} />
        </g>
      ))}
    </>
  );
}

function KeyRing() {
  return (
    <>
      <circle cx="50" cy="34" r="20" fill="none" stroke="#8b93a0" strokeWidth="5" />
      <circle cx="50" cy="34" r="20" fill="none" stroke="#c3c9d2" strokeWidth="1.5" />
      <g transform="rotate(14 86 66)">
        <path
          d="M60 34h52a8 8 0 0 1 8 8v54a8 8 0 0 1-8 8H60a8 8 0 0 1-8-8V42a8 8 0 0 1 8-8Z"
          fill="#fff"
          stroke={ink}
        />
        <circle cx="62" cy="43" r="4" fill="#efe7d8" stroke={ink} />
        <Face x={59} y={45} side={54} />
      </g>
    </>
  );
}

function LuggageTag() {
  return (
    <>
      <path
        d="M26 62C6 40 20 12 44 26S52 58 44 60"
        fill="none"
        stroke="#0b6b4f"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path d="M36 48 50 28h86a8 8 0 0 1 8 8v54a8 8 0 0 1-8 8H50L36 78Z" fill="#0b6b4f" />
      <rect x="66" y="34" width="68" height="58" rx="4" fill="#fff" />
      <Face x={72} y={35} side={56} />
      <circle cx="48" cy="63" r="6" fill="#efe7d8" />
    </>
  );
}

function PetTag() {
  return (
    <>
      <path d="M14 8c24 26 108 26 132 0" fill="none" stroke="#b3361b" strokeWidth="9" strokeLinecap="round" />
      <circle cx="80" cy="34" r="8" fill="none" stroke="#8b93a0" strokeWidth="3" />
      <circle cx="80" cy="77" r="37" fill="#fff" stroke={ink} />
      <circle cx="80" cy="46" r="3" fill="#efe7d8" stroke={ink} />
      <Face x={56} y={52} side={48} />
    </>
  );
}

function IronOn() {
  const rows = [14, 46, 78];
  return (
    <>
      <path d="M10 4h140v112H10Z" fill="#2f4a6b" />
      {rows.map((y) => (
        <g key={y}>
          <rect x="26" y={y} width="108" height="28" rx="3" fill="#fff" />
          <rect x="28" y={y + 2} width="104" height="24" rx="2" fill="none" stroke="#c9bfae" strokeDasharray="3 2" />
          <Face x={32} y={y + 2} side={24} />
          <path d={`M66 ${y + 10}h56M66 ${y + 18}h38`} stroke="#c9bfae" strokeWidth="3" strokeLinecap="round" />
        </g>
      ))}
    </>
  );
}

function FamilyPack() {
  return (
    <>
      <g transform="translate(2 0) scale(.62)">
        <LuggageTag />
      </g>
      <g transform="translate(66 -2) scale(.62)">
        <KeyRing />
      </g>
      <g transform="translate(2 50) scale(.58)">
        <PetTag />
      </g>
      <g transform="translate(74 58) scale(.5)">
        <StickerSheet />
      </g>
    </>
  );
}

function GiftCard() {
  return (
    <>
      <rect x="18" y="20" width="124" height="80" rx="6" fill="#fff" stroke={ink} />
      <path d="M18 26a6 6 0 0 1 6-6h20v80H24a6 6 0 0 1-6-6Z" fill="#0b6b4f" />
      <path d="M44 20v80" stroke="#f2b33d" strokeWidth="5" />
      <path d="M44 60c-14-2-18-20-8-20 8 0 8 12 8 20Zm0 0c14-2 18-20 8-20-8 0-8 12-8 20Z" fill="#f2b33d" />
      <Face x={58} y={28} side={40} />
      {[36, 47, 58, 69, 84].map((y) => (
        <path key={y} d={`M104 ${y}h28`} stroke="#c9bfae" strokeWidth="4" strokeLinecap="round" strokeDasharray="6 4" />
      ))}
    </>
  );
}

function Face({ x, y, side }: { x: number; y: number; side: number }) {
  return <use href={`#${artworkId}`} x={x} y={y} width={side} height={side} />;
}
