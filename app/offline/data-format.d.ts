/** Written by the build (vite.config.ts). */
declare module 'virtual:data-format' {
  /** Changes with the functions' inputs and outputs. */
  export const dataFormat: string;
}
