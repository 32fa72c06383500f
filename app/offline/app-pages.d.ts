/** Written by the build (vite.config.ts). */
declare module 'virtual:app-pages' {
  /** Paths of the pages behind signing in, such as `/items/:id/edit`. */
  export const signedInPages: string[];
}
