/** Text in which people or programs see a link. */
export const link =
  /https?:|\/\/|\bwww\.|[\p{L}\p{N}-]\.(?:com|net|org|info|io|de|at|ch|fr|nl|eu|uk|ru|cn|xyz|shop|link|app|dev|biz)(?![\p{L}\p{N}])/iu;
