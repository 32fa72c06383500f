/** Written by the build (language/compile-messages.ts). */
declare module 'virtual:app-texts' {
  type Load = () => Promise<{ default: { texts: import('../../language/create-translations.ts').CompiledTexts } }>;

  /** All, also those in which only finders' pages can be read. */
  export const languages: readonly string[];
  export const appTexts: Record<string, Load>;
  export const lateTexts: Record<string, Load>;
  export const adminTexts: Record<string, Load>;
}

declare module 'virtual:app-pages' {
  type Name = import('../../paths/app-pages.ts').AppPageName;

  export const pages: Record<Name, () => Promise<import('react').ComponentType>>;
}

declare module 'virtual:data-format' {
  /** Changes with the functions' inputs and outputs. */
  export const dataFormat: string;
}
