import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';

const require = createRequire(import.meta.url);

/** Each under the SIL Open Font License. The first is for everything that has no face of its own. */
export const faces = {
  latin: {
    script: /\p{Script=Latin}/u,
    file: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  },
  arabic: {
    script: /\p{Script=Arabic}/u,
    file: require.resolve('@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
  },
  hebrew: {
    script: /\p{Script=Hebrew}/u,
    file: require.resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
  },
  devanagari: {
    script: /\p{Script=Devanagari}/u,
    file: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  },
  bengali: {
    script: /\p{Script=Bengali}/u,
    file: require.resolve('@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf'),
  },
  tamil: {
    script: /\p{Script=Tamil}/u,
    file: require.resolve('@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf'),
  },
  thai: {
    script: /\p{Script=Thai}/u,
    file: require.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  },
  georgian: {
    script: /\p{Script=Georgian}/u,
    file: require.resolve('@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf'),
  },
  armenian: {
    script: /\p{Script=Armenian}/u,
    file: require.resolve('@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf'),
  },
  korean: {
    script: /\p{Script=Hangul}/u,
    file: require.resolve('@expo-google-fonts/gowun-dodum/400Regular/GowunDodum_400Regular.ttf'),
  },
  chinese: {
    script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
    file: require.resolve(
      '@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf',
    ),
  },
  emoji: {
    script: /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f/u,
    file: require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
  },
} satisfies Record<string, { script: RegExp; file: string }>;

export type Face = keyof typeof faces;

const all = Object.keys(faces) as Face[];
const opened = new Map<string, Font>();

/** The face for a letter: of its script, or of the letter before where signs are common to all. */
export function faceOf(grapheme: string, before: Face | undefined): Face | undefined {
  const own = all.find((face) => faces[face].script.test(grapheme));
  // The spaces and digits of emoji are as broad as their pictures.
  const neighbour = before === 'emoji' ? undefined : before;
  return [own, neighbour, ...all].find((face) => face !== undefined && hasAll(face, grapheme));
}

export function openFace(face: Face): Font {
  const { file } = faces[face];
  const font = opened.get(file) ?? (openSync(file) as Font);
  opened.set(file, font);
  return font;
}

export function isRightToLeft(text: string): boolean {
  return faces.arabic.script.test(text) || faces.hebrew.script.test(text);
}

function hasAll(face: Face, grapheme: string): boolean {
  const font = openFace(face);
  return [...grapheme].every(
    (letter) => invisible.test(letter) || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  );
}

/** Joiners and marks of direction are drawn by no font. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
