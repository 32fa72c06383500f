import type { ComponentType } from 'react';

/** What follows a session, once a page for those who are signed in has brought it: then it begins before anything is read. */
export const following: { Session?: ComponentType } = {};
