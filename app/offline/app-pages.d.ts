/** Both are written by the build (vite.config.ts). */
declare module 'virtual:app-pages' {
  /** Paths of the app's pages, such as `/items/:id/edit`. */
  export const appPages: string[];
}

declare module 'virtual:data-format' {
  /** Another one whenever the functions' inputs or outputs change. */
  export const dataFormat: string;
}
