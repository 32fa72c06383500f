import { Hono } from 'hono';
import { functionRoutes } from '../functions/http.ts';
import { translationsIn } from '../language/languages.ts';
import { appPageNames, appPages } from '../paths/app-pages.ts';
import * as paths from '../paths/paths.ts';
import { sitePageNames } from '../paths/site-pages.ts';
import { TooBusy } from '../server/concurrency.ts';
import { authRoutes } from './account/auth-routes.ts';
import { sendAccount, sendItems, takeBackDeletion } from './account/own-data.ts';
import { askUnsubscribe, confirmUnsubscribe } from './account/unsubscribe-page.tsx';
import { showAppPage } from './app-shell/app-routes.tsx';
import { showFailure } from './document/bare-page.tsx';
import { answerInTime, closeDuringMaintenance, refuseOtherOrigins } from './document/before-pages.tsx';
import * as files from './file-routes.ts';
import * as conversation from './finder/conversation-routes.tsx';
import * as item from './finder/item-routes.tsx';
import { keepLanguage, showLanguages } from './finder/language-route.tsx';
import * as privateLink from './finder/private-link-routes.tsx';
import { sendQr } from './finder/qr-routes.ts';
import { sendReportOfTag, showReport } from './finder/report-routes.tsx';
import { isAuthCall, refuseFailure } from './http/auth-calls.ts';
import { pageLanguageOf, readChosenLanguage, readLanguages } from './http/language.ts';
import { sendFile } from './http/send-file.ts';
import * as texts from './http/text-files.ts';
import { keepTheme } from './http/theme.ts';
import { leaveOutSentenceMarks } from './http/typed-address.ts';
import type { Site, SiteContext, SiteEnv } from './http/visitor.ts';
import { showBrandPreview } from './pages/brand-preview.tsx';
import { sendContact, showContact } from './pages/contact.tsx';
import { showHome } from './pages/home.tsx';
import { showReviews } from './pages/reviews-page.tsx';
import { showWords } from './pages/show-words.tsx';
import { showDefaultWords, showPreview, wordsPages } from './pages/words-pages.tsx';
import { sendPrintPreview } from './print-preview.ts';
import * as cart from './shop/cart-routes.tsx';
import { sendOrder, showCheckout } from './shop/checkout-routes.tsx';
import * as order from './shop/order-routes.tsx';
import { showProduct } from './shop/product-page.tsx';
import { sendReview, sendReviewDeletion, showReviewForm } from './shop/review-routes.tsx';
import { showProductInGeneral, showShop } from './shop/shop-page.tsx';
import { sendSocialPicture } from './social/draw-picture.tsx';
import { sendLostPicture } from './social/lost-picture.tsx';

type Handler = (c: SiteContext) => Response | Promise<Response>;

/** Every public URL; together with paths/app-pages.ts, the route table of the specification. */
export function siteRoutes(site: Site): Hono<SiteEnv> {
  const routes = new Hono<SiteEnv>();
  routes.use((c, next) => {
    c.set('site', site);
    return next();
  });
  const withForm = (path: string, show: Handler, send: Handler) => {
    routes.get(path, (c) => show(c));
    routes.post(path, send);
  };
  routes.route('/functions', functionRoutes(site));
  routes.use(readLanguages);
  routes.get('/.well-known/security.txt', texts.sendSecurityTxt);
  routes.get(paths.manifestPath(), texts.sendManifest);
  routes.get('/robots.txt', texts.sendRobotsTxt);
  routes.get('/sitemap.xml', texts.sendSitemap);
  routes.post(paths.stripeWebhookPath(), order.receiveStripe);
  routes.get('/logo/:file', files.sendLogo);
  routes.get(paths.mapPath(':latitude', ':longitude'), files.openMap);
  routes.get('/social/:picture', sendSocialPicture());
  routes.use(leaveOutSentenceMarks);
  routes.use(readChosenLanguage);
  routes.use(refuseOtherOrigins);
  routes.use(answerInTime);
  routes.use(closeDuringMaintenance);

  routes.get(paths.homePath(), showHome);
  withForm(paths.staticPath('contact'), showContact, sendContact);

  routes.get(paths.buyPath(), showShop);
  routes.get(paths.staticPath('product'), showProductInGeneral);
  routes.get(paths.productPath(':slug'), showProduct);
  routes.get(paths.reviewsPath(), showReviews);
  // Those above show more than words.
  for (const name of sitePageNames) routes.get(paths.staticPath(name), showWords(name, wordsPages(false)[name]));
  withForm(paths.cartPath(), cart.showCart, cart.updateCart);
  routes.post(paths.addToCartPath(), cart.addToCart);
  // Where a refused quantity was shown: its address is opened again by “Language”, or with the tab.
  routes.get(paths.addToCartPath(), (c) => c.redirect(paths.buyPath()));
  routes.post(paths.removeFromCartPath(), cart.removeFromCart);

  withForm(paths.languagePath(), showLanguages, keepLanguage);
  routes.post(paths.themePath(), keepTheme);

  withForm(paths.unsubscribePath(), askUnsubscribe, confirmUnsubscribe);

  routes.get(paths.itemPath(':hash'), item.showItem);
  routes.get('/:t{[Tt]}/:code', item.showTag);
  routes.post(paths.itemPath(':hash'), item.sendReport);
  routes.post(paths.itemPath(':hash', 'restored'), item.restoreItem);
  routes.post(paths.itemPath(':hash', 'whose'), item.sayWhose);
  routes.get(paths.itemPath(':hash', 'preview'), item.showAsFinder);
  for (const step of ['restored', 'whose'] as const) routes.get(paths.itemPath(':hash', step), item.toTag);
  // Pages of release 1.0.0 that are still open post to these.
  for (const step of ['lost', 'returned']) routes.all(`${paths.itemPath(':hash')}/${step}`, item.toTag);
  const sendCode = sendQr();
  for (const format of ['svg', 'png'] as const) routes.get(paths.qrPath(':hash', format), sendCode(format));
  routes.get(paths.lostPicturePath(':hash'), sendLostPicture());
  withForm(paths.itemPath(':hash', 'report'), showReport, sendReportOfTag);
  withForm(paths.conversationPath(':secret'), conversation.showConversationPage, conversation.sendAnswer);
  routes.post(paths.conversationStepPath(':secret', 'read'), conversation.onScript('markFinderConversationRead'));
  withForm(
    paths.conversationStepPath(':secret', 'challenge'),
    conversation.askChallenge,
    conversation.onScript('releaseMessage'),
  );
  routes.get(paths.conversationStepPath(':secret', 'place'), privateLink.showPlace);
  routes.post(paths.conversationPicturesPath(':secret'), privateLink.sendPictureForm);
  routes.get(`${paths.conversationPicturesPath(':secret')}/:id/:size{(?:320|1600)\\.webp}`, privateLink.showOwnPicture);
  for (const path of [paths.conversationPicturesPath, paths.conversationRepliesPath])
    routes.get(path(':secret'), privateLink.toOwnConversation);
  routes.get(paths.conversationRepliesPath(':secret', 'end'), privateLink.toOwnConversation);
  routes.post(paths.conversationRepliesPath(':secret'), privateLink.askReplies);
  withForm(
    paths.conversationRepliesPath(':secret', 'confirm'),
    privateLink.askConfirmation,
    privateLink.confirmReplies,
  );
  routes.post(paths.conversationRepliesPath(':secret', 'end'), privateLink.endReplies);
  routes.post(paths.conversationRepliesPath(':secret', 'phone'), conversation.onScript('addReplyDevice'));
  routes.post(paths.conversationRepliesPath(':secret', 'phone/end'), conversation.onScript('removeReplyDevice'));
  withForm(paths.conversationStepPath(':secret', 'delete'), privateLink.showDeletion, privateLink.deleteWords);
  withForm(paths.conversationStepPath(':secret', 'report'), showReport, sendReportOfTag);

  withForm(paths.checkoutPath(), showCheckout, sendOrder);
  routes.get(paths.orderPath(':secret'), order.showOrder);
  routes.post(paths.orderPaymentPath(':secret'), order.payOrder);
  withForm(paths.orderWithdrawalPath(':secret'), order.askWithdrawal, order.confirmWithdrawal);
  routes.get(`${paths.orderPath(':secret')}/invoices/:file{[0-9]+\\.pdf}`, sendFile('readInvoice'));
  withForm(paths.reviewPath(':secret', ':product'), showReviewForm, sendReview);
  routes.post(paths.deleteReviewPath(':secret', ':product'), sendReviewDeletion);
  routes.get(paths.orderFilePath(':id', ':file'), sendFile('readOrderFile'));
  routes.get(`${paths.adminOrdersPath()}/:id/invoices/:file{[0-9]+\\.pdf}`, sendFile('readOrderInvoice'));
  routes.get(paths.packingListPath(), sendFile('readPackingList'));
  routes.get(paths.tableFilePath(':table'), sendFile('readTableFile'));
  routes.get(paths.tagMapPath(':format'), sendFile('readTagMap'));
  routes.get(paths.tagBatchFilePath(':id', ':file'), sendFile('readTagBatchFile'));

  routes.get(paths.pagePreviewPath(':page'), showPreview);
  routes.get(paths.defaultWordsPath(':page'), showDefaultWords);
  routes.post(paths.brandPreviewPath(), showBrandPreview);
  for (const name of appPageNames) routes.get(appPages[name].path, showAppPage(name));
  routes.get(paths.exportItemsPath(), sendItems);
  // After the app's page for a new item, whose path has the same form (C-2.07).
  routes.get(paths.openItemPath(':id'), item.openItem);
  routes.get(paths.filePath(':id', 'receipt'), files.sendReceipt);
  routes.get(paths.filePath(':id', ':size{(?:320|1600)\\.webp}'), files.sendPictureFile);
  routes.get(paths.filePath(':id', ':size{sent-(?:320|1600)\\.webp}'), files.showSentPicture('readSentPicture'));
  routes.get(
    paths.filePath(':id', ':size{reported-(?:320|1600)\\.webp}'),
    files.showSentPicture('readReportedPicture'),
  );
  routes.get(paths.exportPath(), sendAccount);
  routes.get(paths.printPreviewPath(), sendPrintPreview('previewTags'));
  routes.get(paths.posterPreviewPath(), sendPrintPreview('previewPoster'));
  routes.post(paths.printPath(), files.sendPrint('printTags'));
  routes.post(paths.posterPath(), files.sendPrint('printPoster'));
  routes.post(paths.codesPath(), files.sendPrint('packCodes'));
  routes.post(paths.proofPath(), files.sendPrint('proveOwnership'));
  routes.post(paths.keepAccountPath(), takeBackDeletion);
  routes.route('/auth', authRoutes());

  routes.notFound((c) => {
    const asksForPage = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (asksForPage && !isMachinePath(c.req.path)) {
      const { pathname, search } = new URL(c.req.url);
      // A path that begins with two slashes would lead to another host.
      const mended = pathname.replace(/\/+$/, '').replace(/^\/+/, '/');
      return mended === pathname ? c.redirect(paths.homePath()) : c.redirect(mended + search, 301);
    }
    // What a release lacks, the next one may have.
    c.header('Cache-Control', 'no-store');
    const language = pageLanguageOf(c);
    c.header('Content-Language', language);
    return c.text(translationsIn(language)('screen.nothingHere'), 404);
  });
  routes.onError((error, c) => {
    if (!(error instanceof TooBusy)) site.services.log.error({ error }, 'a page failed');
    return isAuthCall(c.req.path) ? refuseFailure(c, error) : showFailure(error, c);
  });
  return routes;
}

/** Paths that programs ask for: an unknown one is an error, not a lost visitor (C-2.08). */
function isMachinePath(path: string): boolean {
  return /^\/(\.well-known|assets|files|fonts|icons|logo|functions|live|metrics|webhooks)(\/|$)|^\/[^/]+\.(txt|xml|ico|json|js|png|svg)$/.test(
    path,
  );
}
