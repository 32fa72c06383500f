/** A page of a list holds so many when nobody asks for more or fewer. */
export const usualPage = 50;
export const longestPage = 200;
