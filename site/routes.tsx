import { Hono } from 'hono';
import { functionRoutes } from '../functions/http.ts';
import { translationsIn } from '../language/languages.ts';
import { appPageNames, appPages } from '../paths/app-pages.ts';
import {
  addToCartPath,
  adminOrdersPath,
  brandPreviewPath,
  buyPath,
  cartPath,
  checkoutPath,
  codesPath,
  conversationChallengePath,
  conversationDeletePath,
  conversationMailPath,
  conversationPath,
  conversationPicturesPath,
  conversationPlacePath,
  conversationReadPath,
  conversationRepliesPath,
  conversationReportPath,
  defaultWordsPath,
  deleteReviewPath,
  exportItemsPath,
  exportPath,
  filePath,
  homePath,
  itemLostPath,
  itemPath,
  itemReportPath,
  itemRestoredPath,
  itemReturnedPath,
  itemWhosePath,
  keepAccountPath,
  languagePath,
  manifestPath,
  openItemPath,
  orderFilePath,
  orderPath,
  orderPaymentPath,
  orderWithdrawalPath,
  packingListPath,
  pagePreviewPath,
  posterPath,
  printPath,
  productPath,
  proofPath,
  qrPath,
  removeFromCartPath,
  reviewPath,
  reviewsPath,
  staticPath,
  stripeWebhookPath,
  tableFilePath,
  tagBatchFilePath,
  tagMapPath,
  unsubscribePath,
} from '../paths/paths.ts';
import { sitePageNames } from '../paths/site-pages.ts';
import { TooBusy } from '../server/concurrency.ts';
import { authRoutes } from './account/auth-routes.ts';
import { sendAccount, sendItems, takeBackDeletion } from './account/own-data.ts';
import { askUnsubscribe, confirmUnsubscribe } from './account/unsubscribe-page.tsx';
import { showAppPage } from './app-shell/app-routes.tsx';
import { showFailure } from './document/bare-page.tsx';
import { answerInTime, closeDuringMaintenance, refuseOtherOrigins } from './document/before-pages.tsx';
import {
  sendLogo,
  sendPictureFile,
  sendPrint,
  sendReceipt,
  sendTableFile,
  sendTagBatchFile,
  sendTagMap,
  showSentPicture,
} from './file-routes.ts';
import { askChallenge, markSeen, sendAnswer, showConversation, takeProof } from './finder/conversation-routes.tsx';
import {
  openItem,
  restoreItem,
  sayWhose,
  sendReport,
  showItem,
  showTag,
  switchLost,
  toTag,
} from './finder/item-routes.tsx';
import { keepLanguage, showLanguages } from './finder/language-route.tsx';
import {
  deleteWords,
  mailFinder,
  sendPictureForm,
  showDeletion,
  showOwnPicture,
  showPlace,
  toOwnConversation,
} from './finder/private-link-routes.tsx';
import { sendQr } from './finder/qr-routes.ts';
import {
  askConfirmation,
  changeReplyDevice,
  handleConfirmation,
  handleUnsubscription,
} from './finder/reply-notifications-routes.tsx';
import { sendReportOfTag, showReport } from './finder/report-routes.tsx';
import { isAuthCall, refuseFailure } from './http/auth-calls.ts';
import { pageLanguageOf, readChosenLanguage, readLanguages } from './http/language.ts';
import type { Site } from './http/site.ts';
import { sendManifest, sendRobotsTxt, sendSecurityTxt, sendSitemap } from './http/text-files.ts';
import { leaveOutSentenceMarks } from './http/typed-address.ts';
import type { SiteContext, SiteEnv } from './http/visitor.ts';
import { showBrandPreview } from './pages/brand-preview.tsx';
import { sendContact, showContact } from './pages/contact.tsx';
import { showHome } from './pages/home.tsx';
import { showReviews } from './pages/reviews-page.tsx';
import { showWords } from './pages/show-words.tsx';
import { showDefaultWords, showPreview, wordsPages } from './pages/words-pages.tsx';
import { addToCart, removeFromCart, showCart, updateCart } from './shop/cart-routes.tsx';
import { sendOrder, showCheckout } from './shop/checkout-routes.tsx';
import {
  askWithdrawal,
  confirmWithdrawal,
  payOrder,
  receiveStripe,
  sendOrderFile,
  showOrder,
} from './shop/order-routes.tsx';
import { showProduct } from './shop/product-page.tsx';
import { sendReview, sendReviewDeletion, showReviewForm } from './shop/review-routes.tsx';
import { showProductInGeneral, showShop } from './shop/shop-page.tsx';
import { sendSocialPicture } from './social/picture-route.ts';

/** Every public URL; together with paths/app-pages.ts, the route table of the specification. */
export function siteRoutes(site: Site): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();
  const at = (answer: (c: SiteContext, site: Site) => Response | Promise<Response>) => (c: SiteContext) =>
    answer(c, site);
  routes.route('/functions', functionRoutes(site));
  routes.use(readLanguages(site));
  routes.get('/.well-known/security.txt', sendSecurityTxt(site));
  routes.get(manifestPath(), sendManifest(site));
  routes.get('/robots.txt', sendRobotsTxt(site));
  routes.get('/sitemap.xml', sendSitemap(site));
  routes.post(stripeWebhookPath(), at(receiveStripe));
  routes.get('/logo/:file', sendLogo(site));
  routes.get('/social/:picture', sendSocialPicture(site));
  routes.use(leaveOutSentenceMarks);
  routes.use(readChosenLanguage(site));
  routes.use(refuseOtherOrigins(site));
  routes.use(answerInTime(site));
  routes.use(closeDuringMaintenance(site));

  routes.get(homePath(), showHome(site));
  routes.get(staticPath('contact'), showContact(site));
  routes.post(staticPath('contact'), sendContact(site));

  routes.get(buyPath(), at(showShop));
  routes.get(staticPath('product'), at(showProductInGeneral));
  routes.get(productPath(':slug'), at(showProduct));
  routes.get(reviewsPath(), at(showReviews));
  // Those above show more than words.
  for (const name of sitePageNames) routes.get(staticPath(name), showWords(name, wordsPages(false)[name], site));
  routes.get(cartPath(), at(showCart));
  routes.post(cartPath(), at(updateCart));
  routes.post(addToCartPath(), at(addToCart));
  // Where a refused quantity was shown: its address is opened again by “Language”, or with the tab.
  routes.get(addToCartPath(), (c) => c.redirect(buyPath()));
  routes.post(removeFromCartPath(), at(removeFromCart));

  routes.get(languagePath(), showLanguages(site));
  routes.post(languagePath(), keepLanguage(site));

  routes.get(unsubscribePath(), askUnsubscribe(site));
  routes.post(unsubscribePath(), confirmUnsubscribe(site));

  routes.get(itemPath(':hash'), showItem(site));
  routes.get('/:t{[Tt]}/:code', showTag(site));
  routes.post(itemPath(':hash'), sendReport(site));
  routes.post(itemLostPath(':hash'), switchLost(site, 'Lost'));
  routes.post(itemRestoredPath(':hash'), restoreItem(site));
  routes.post(itemReturnedPath(':hash'), switchLost(site, 'Returned'));
  routes.post(itemWhosePath(':hash'), sayWhose(site));
  for (const path of [itemLostPath, itemRestoredPath, itemReturnedPath, itemWhosePath])
    routes.get(path(':hash'), toTag);
  const sendCode = sendQr(site);
  for (const format of ['svg', 'png'] as const) routes.get(qrPath(':hash', format), sendCode(format));
  routes.get(itemReportPath(':hash'), showReport(site, 'tag'));
  routes.post(itemReportPath(':hash'), sendReportOfTag(site, 'tag'));
  routes.get(conversationPath(':secret'), showConversation(site));
  routes.post(conversationPath(':secret'), sendAnswer(site));
  routes.post(conversationReadPath(':secret'), markSeen(site));
  routes.get(conversationChallengePath(':secret'), askChallenge(site));
  routes.post(conversationChallengePath(':secret'), takeProof(site));
  routes.get(conversationPlacePath(':secret'), showPlace(site));
  routes.post(conversationPicturesPath(':secret'), sendPictureForm(site));
  routes.get(`${conversationPicturesPath(':secret')}/:id/:size{(?:320|1600)\\.webp}`, showOwnPicture(site));
  for (const path of [conversationPicturesPath, conversationMailPath, conversationRepliesPath])
    routes.get(path(':secret'), toOwnConversation);
  routes.get(conversationRepliesPath(':secret', 'end'), toOwnConversation);
  routes.post(conversationMailPath(':secret'), mailFinder(site, 'mailPrivateLink'));
  routes.post(conversationRepliesPath(':secret'), mailFinder(site, 'askReplyMails'));
  routes.get(conversationRepliesPath(':secret', 'confirm'), askConfirmation(site));
  routes.post(conversationRepliesPath(':secret', 'confirm'), handleConfirmation(site));
  routes.post(conversationRepliesPath(':secret', 'end'), handleUnsubscription(site));
  routes.post(conversationRepliesPath(':secret', 'phone'), changeReplyDevice(site, 'addReplyDevice'));
  routes.post(conversationRepliesPath(':secret', 'phone/end'), changeReplyDevice(site, 'removeReplyDevice'));
  routes.get(conversationDeletePath(':secret'), showDeletion(site));
  routes.post(conversationDeletePath(':secret'), deleteWords(site));
  routes.get(conversationReportPath(':secret'), showReport(site, 'conversation'));
  routes.post(conversationReportPath(':secret'), sendReportOfTag(site, 'conversation'));

  routes.get(checkoutPath(), at(showCheckout));
  routes.post(checkoutPath(), at(sendOrder));
  routes.get(orderPath(':secret'), at(showOrder));
  routes.post(orderPaymentPath(':secret'), at(payOrder));
  routes.get(orderWithdrawalPath(':secret'), at(askWithdrawal));
  routes.post(orderWithdrawalPath(':secret'), at(confirmWithdrawal));
  routes.get(`${orderPath(':secret')}/invoices/:file{[0-9]+\\.pdf}`, at(sendOrderFile('readInvoice')));
  routes.get(reviewPath(':secret', ':product'), at(showReviewForm));
  routes.post(reviewPath(':secret', ':product'), at(sendReview));
  routes.post(deleteReviewPath(':secret', ':product'), at(sendReviewDeletion));
  routes.get(orderFilePath(':id', ':file'), at(sendOrderFile('readOrderFile')));
  routes.get(`${adminOrdersPath()}/:id/invoices/:file{[0-9]+\\.pdf}`, at(sendOrderFile('readOrderInvoice')));
  routes.get(packingListPath(), at(sendOrderFile('readPackingList')));
  routes.get(tableFilePath(':table'), sendTableFile(site));
  routes.get(tagMapPath(':format'), sendTagMap(site));
  routes.get(tagBatchFilePath(':id', ':file'), sendTagBatchFile(site));

  routes.get(pagePreviewPath(':page'), showPreview(site));
  routes.get(defaultWordsPath(':page'), showDefaultWords(site));
  routes.post(brandPreviewPath(), showBrandPreview(site));
  for (const name of appPageNames) routes.get(appPages[name].path, showAppPage(name, site));
  routes.get(exportItemsPath(), sendItems(site));
  // After the app's page for a new item, whose path has the same form (C-2.07).
  routes.get(openItemPath(':id'), openItem(site));
  routes.get(filePath(':id', 'receipt'), sendReceipt(site));
  routes.get(filePath(':id', ':size{(?:320|1600)\\.webp}'), sendPictureFile(site));
  routes.get(filePath(':id', ':size{sent-(?:320|1600)\\.webp}'), showSentPicture(site, 'readSentPicture'));
  routes.get(filePath(':id', ':size{reported-(?:320|1600)\\.webp}'), showSentPicture(site, 'readReportedPicture'));
  routes.get(exportPath(), sendAccount(site));
  routes.post(printPath(), sendPrint(site, 'printTags'));
  routes.post(posterPath(), sendPrint(site, 'printPoster'));
  routes.post(codesPath(), sendPrint(site, 'packCodes'));
  routes.post(proofPath(), sendPrint(site, 'proveOwnership'));
  routes.post(keepAccountPath(), takeBackDeletion(site));
  routes.route('/auth', authRoutes(site));

  routes.notFound((c) => {
    const asksForPage = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (asksForPage && !isMachinePath(c.req.path)) {
      const { pathname, search } = new URL(c.req.url);
      // A path that begins with two slashes would lead to another host.
      const mended = pathname.replace(/\/+$/, '').replace(/^\/+/, '/');
      return mended === pathname ? c.redirect(homePath()) : c.redirect(mended + search, 301);
    }
    // What a release lacks, the next one may have.
    c.header('Cache-Control', 'no-store');
    const language = pageLanguageOf(c);
    c.header('Content-Language', language);
    return c.text(translationsIn(language)('screen.nothingHere'), 404);
  });
  routes.onError((error, c) => {
    if (!(error instanceof TooBusy)) site.services.log.error({ error }, 'a page failed');
    return isAuthCall(c.req.path) ? refuseFailure(c, error) : showFailure(error, c, site);
  });
  return routes;
}

/** Paths that programs ask for: an unknown one is an error, not a lost visitor (C-2.08). */
function isMachinePath(path: string): boolean {
  return /^\/(\.well-known|assets|files|fonts|icons|logo|functions|live|metrics|webhooks)(\/|$)|^\/[^/]+\.(txt|xml|ico|json|js|png|svg)$/.test(
    path,
  );
}
