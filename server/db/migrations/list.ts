import type { Migration } from 'kysely/migration';
import { accounts } from './001-accounts.ts';
import { items } from './002-items.ts';
import { messages } from './003-messages.ts';
import { operation } from './004-operation.ts';
import { accountCare } from './005-account-care.ts';
import { mailsOfAccounts } from './006-mails-of-accounts.ts';
import { accountLinks } from './007-account-links.ts';
import { boundedReads } from './008-bounded-reads.ts';
import { sessionActivity } from './009-session-activity.ts';
import { nothingKept } from './010-nothing-kept.ts';
import { changes } from './011-changes.ts';
import { outboxCosts } from './012-outbox-costs.ts';
import { oneAddress } from './013-one-address.ts';
import { exportOrder } from './014-export-order.ts';
import { keysetPages } from './015-keyset-pages.ts';
import { mailCosts } from './016-mail-costs.ts';
import { languageColumns } from './017-languages.ts';
import { languagesOfLinks } from './018-languages-of-links.ts';
import { tagBatches } from './020-tag-batches.ts';
import { lossOfItems } from './021-loss.ts';
import { files } from './022-files.ts';
import { scans } from './023-scans.ts';
import { labelTemplates } from './024-label-templates.ts';
import { sharedItems } from './025-shared-items.ts';
import { handovers } from './026-handovers.ts';
import { findersDetails } from './027-finders-details.ts';
import { beingTold } from './028-being-told.ts';
import { products } from './029-products.ts';
import { inbox } from './031-inbox.ts';
import { replyColumns } from './033-ready-replies.ts';
import { abuse } from './034-abuse.ts';
import { findersTold } from './035-finders-told.ts';
import { stockChanges } from './036-stock-changes.ts';
import { orders } from './037-orders.ts';
import { contactRequests } from './038-contact-requests.ts';
import { audit } from './039-audit.ts';
import { cardPayments } from './040-card-payments.ts';
import { reviews } from './041-reviews.ts';
import { editedPages } from './042-page-words.ts';
import { secondFactorTables } from './043-second-factors.ts';
import { backups } from './044-backups.ts';
import { importedAccounts } from './045-imported-accounts.ts';
import { proofOfWork } from './046-proof-of-work.ts';
import { tagBatchesOfOperators } from './047-tag-batches-of-operators.ts';
import { dailyCountsTable } from './048-today.ts';
import { moderation } from './049-moderation.ts';
import { people } from './050-people.ts';
import { ordersAtOnce } from './051-orders-at-once.ts';
import { replacedTags } from './052-replaced-tags.ts';
import { hiddenMessages } from './053-hidden-messages.ts';
import { batchNameStatistics } from './054-batch-name-statistics.ts';
import { lookups } from './056-lookups.ts';
import { searchedWords } from './058-searched-words.ts';
import { knownNetworks } from './059-known-networks.ts';
import { attempts } from './060-attempts.ts';
import { shopTables } from './061-shop-tables.ts';
import { germanNames } from './062-german-names.ts';
import { wordlessMessages } from './063-wordless-messages.ts';
import { umlautOrder } from './064-name-order.ts';
import { tagsOfSignUps } from './065-tags-of-sign-ups.ts';
import { replyTo } from './066-reply-to.ts';
import { exports } from './067-exports.ts';
import { orderOfCodes } from './068-order-of-codes.ts';
import { reportedPictures } from './071-reported-pictures.ts';
import { mistakenPayments } from './072-mistaken-payments.ts';
import { automaticNotices } from './073-possibly-automatic.ts';
import { stuckSignUps } from './074-stuck-sign-ups.ts';
import { ordersKept } from './079-orders-kept.ts';
import { foldedLetters } from './080-folded-letters.ts';
import { pictureLocks } from './081-picture-locks.ts';
import { linksToItems } from './082-links-to-items.ts';
import { standardWords } from './083-standard-words.ts';

/** In order; a landed migration is never changed, only followed. */
export const migrations: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-items': items,
  '003-messages': messages,
  '004-operation': operation,
  '005-account-care': accountCare,
  '006-mails-of-accounts': mailsOfAccounts,
  '007-account-links': accountLinks,
  '008-bounded-reads': boundedReads,
  '009-session-activity': sessionActivity,
  '010-nothing-kept': nothingKept,
  '011-changes': changes,
  '012-outbox-costs': outboxCosts,
  '013-one-address': oneAddress,
  '014-export-order': exportOrder,
  '015-keyset-pages': keysetPages,
  '016-mail-costs': mailCosts,
  '017-languages': languageColumns,
  '018-languages-of-links': languagesOfLinks,
  '020-tag-batches': tagBatches,
  '021-loss': lossOfItems,
  '022-files': files,
  '023-scans': scans,
  '024-label-templates': labelTemplates,
  '025-shared-items': sharedItems,
  '026-handovers': handovers,
  '027-finders-details': findersDetails,
  '028-being-told': beingTold,
  '029-products': products,
  '031-inbox': inbox,
  '033-ready-replies': replyColumns,
  '034-abuse': abuse,
  '035-finders-told': findersTold,
  '036-stock-changes': stockChanges,
  '037-orders': orders,
  '038-contact-requests': contactRequests,
  '039-audit': audit,
  '040-card-payments': cardPayments,
  '041-reviews': reviews,
  '042-page-words': editedPages,
  '043-second-factors': secondFactorTables,
  '044-backups': backups,
  '045-imported-accounts': importedAccounts,
  '046-proof-of-work': proofOfWork,
  '047-tag-batches-of-operators': tagBatchesOfOperators,
  '048-today': dailyCountsTable,
  '049-moderation': moderation,
  '050-people': people,
  '051-orders-at-once': ordersAtOnce,
  '052-replaced-tags': replacedTags,
  '053-hidden-messages': hiddenMessages,
  '054-batch-name-statistics': batchNameStatistics,
  '056-lookups': lookups,
  '058-searched-words': searchedWords,
  '059-known-networks': knownNetworks,
  '060-attempts': attempts,
  '061-shop-tables': shopTables,
  '062-german-names': germanNames,
  '063-wordless-messages': wordlessMessages,
  '064-name-order': umlautOrder,
  '065-tags-of-sign-ups': tagsOfSignUps,
  '066-reply-to': replyTo,
  '067-exports': exports,
  '068-order-of-codes': orderOfCodes,
  '071-reported-pictures': reportedPictures,
  '072-mistaken-payments': mistakenPayments,
  '073-possibly-automatic': automaticNotices,
  '074-stuck-sign-ups': stuckSignUps,
  '079-orders-kept': ordersKept,
  '080-folded-letters': foldedLetters,
  '081-picture-locks': pictureLocks,
  '082-links-to-items': linksToItems,
  '083-standard-words': standardWords,
};
