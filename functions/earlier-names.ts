/** Old names of functions and what they are called now. The table goes with the release after 1.0.0. */
export const earlierNames: Record<string, string> = {
  listTroubledMails: 'listFailedMails',
  listBlankTags: 'listUnassignedTags',
  makeBlankTags: 'makeUnassignedTags',
  readStoppedTags: 'readDisabledTags',
  retireBlankTag: 'retireUnassignedTag',
  readReplyNotices: 'readReplyNotifications',
};
