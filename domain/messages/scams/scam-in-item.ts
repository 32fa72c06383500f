import { LRUCache } from 'lru-cache';
import type { Services } from '../../../server/services.ts';
import type { TaggedItem } from '../../items/tag-page.ts';
import type { ScamKind } from '../contract/schema.ts';
import { scamIn } from './scam-in.ts';

/** Of the texts that finders were shown last: judging one takes longer than reading the tag. */
const judged = new LRUCache<string, { kind: ScamKind | null }>({ max: 1_000 });

/** The known scam that an owner's words to the finder resemble. To name a messenger is no sign here: owners may say how to reach them. */
export function scamInItem(
  { note, loss, facts }: Pick<TaggedItem, 'note' | 'loss' | 'facts'>,
  site: Pick<Services, 'publicUrl'>,
): ScamKind | null {
  const words = [note, loss?.message, loss?.place, facts.urgentCare, facts.tripTo, facts.vet]
    .filter(Boolean)
    .join('\n');
  const key = `${site.publicUrl}\n${words}`;
  let known = judged.get(key);
  if (!known) {
    const kind = scamIn(words, site);
    known = { kind: kind === 'messenger' ? null : kind };
    judged.set(key, known);
  }
  return known.kind;
}
