/** Written by the build (vite.config.ts). */
declare module 'virtual:data-format' {
  /** Another one whenever the functions' inputs or outputs change. */
  export const dataFormat: string;
}
