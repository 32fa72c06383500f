import { HandedOverNotice } from '../handover/handed-over-notice.tsx';
import { WaitingTagsNotice } from '../tags/waiting-tags-notice.tsx';

/** What My Items tells above the items themselves. */
export function ItemNotices() {
  return (
    <>
      <WaitingTagsNotice />
      <HandedOverNotice />
    </>
  );
}
