export type BrokenLine = { promise: string; file: string; line: string; broken: string };

/** By file and promise, which the titles of its tests name: a line whose loss they must notice, and what takes its place, if anything. */
const chosen: Record<string, Record<string, [line: string, broken?: string]>> = {
  'app/features/admin/admin-only.tsx': { 'C-2.03': ['  if (isAdmin) {', '  if (true as boolean) {'] },
  'app/features/admin/site.tsx': { 'C-1.04': ['<MaintenanceSwitch />'] },
  'app/core/data/call-function.ts': {
    'C-7.09': ['body?.data === undefined ? body?.result : body.data', 'body?.result'],
    'C-8.06': ['if (result !== undefined) return { result };', 'return { result };'],
    'C-9.04': ['timeoutMs: 70_000', 'timeoutMs: 60_000'],
  },
  'paths/api.ts': { 'C-8.05': ['  aborted: 409,', '  aborted: 410,'] },
  'app/core/data/maintenance.ts': {
    'C-7.08': ["      if (state.status === 'loading') become(next);\n"],
    'C-8.03': ["isUnreachable(error) ? 'offline' : 'failed'", "'offline'"],
  },
  'app/features/inbox/conversation-view.tsx': {
    'a conversation is read when its page can be seen, and not while it is hidden': [
      'if (visible && lastUnread)',
      'if (lastUnread)',
    ],
  },
  'app/features/items/open-item.tsx': { 'C-2.07': ['  return <LoadingScreen />;', '  return null;'] },
  'app/core/offline/persist-queries.ts': {
    'what was read 31 days ago is not shown without network, what was read 29 days ago is': [
      'const keptMs = 30 *',
      'const keptMs = 32 *',
    ],
  },
  'app/core/offline/use-device.ts': {
    'C-1.08': ['    if (user) claimOfflineCache(user)', '    if (!user) claimOfflineCache(user as never)'],
    'C-8.07': ["claimOfflineCache(user).catch(logOnly('What is read is not kept'))", 'claimOfflineCache(user)'],
    'what waits is tried again 30 seconds apart': ['const retryMs = 30_000;', 'const retryMs = 20_000;'],
  },
  'app/core/outbox/send.ts': {
    'an answer that waited for more than 7 days asks before it is sent': ['const oldMs = 7 *', 'const oldMs = 8 *'],
  },
  'app/core/session/auth-errors.ts': { 'C-8.04': ["'user-disabled', 'user-deleted'", "'user-deleted'"] },
  'app/core/session/auth-provider.tsx': {
    'C-5.01': ["      if (!personOf(sessionStore.current())) throw new AuthError('no-user');\n"],
    'C-7.03': ['      await service.signOut();\n'],
    'C-6.04': ["return state.problem ? t('screen.roleUnread') : null;", 'return null;'],
    'C-8.01': ['const error = failure ?? problemOf(state);', 'const error = problemOf(state);'],
    'C-8.02': ["'useAuth must be used within an AuthProvider'", "'There is no AuthProvider'"],
  },
  'app/core/session/session-store.ts': {
    'C-4.01': ["let state: SignInState = { status: 'loading' };", "let state: SignInState = { status: 'signed-out' };"],
    'C-4.09': ["      else if (!user) become({ status: 'signed-out', failure: t('screen.notConnected') });\n"],
    'C-9.07': ['const renewAheadMs = 5 * 60_000;', 'const renewAheadMs = 4 * 60_000;'],
  },
  'app/features/sign-in/go-on.tsx': { 'C-2.02': ['nextPath(asked, location.origin)', "'/items'"] },
  'app/core/document/late.tsx': {
    'C-9.05': ['const chunkTimeoutMs = 120_000;', 'const chunkTimeoutMs = 118_000;'],
  },
  'app/start/maintenance-gate.tsx': {
    'C-4.15': ['exempt && !isAdmin && !staysOpen', "exempt && !isAdmin && pathname !== '/admin' && !staysOpen"],
  },
  'app/start/routes.tsx': { 'C-2.15': ['fallback={<ErrorScreen />}', 'fallback={null}'] },
  'app/start/shell.tsx': {
    'C-2.09': ['    if (!hasScrollPlace()) scrollTo(0, 0);\n'],
    'C-2.16': ["return <LoadingScreen text={t('screen.loadingAuthentication')} />;", 'return null;'],
  },
  'browser/idle-clock.ts': { 'C-9.02': ['const idleTimeoutMs = 1_800_000;', 'const idleTimeoutMs = 1_800_001;'] },
  'browser/inactivity.ts': {
    'C-4.10': ['    if (!signal.aborted) onTimeout();\n'],
    'C-4.11': ['const checkEveryMs = 60_000;', 'const checkEveryMs = 110_000;'],
  },
  'browser/install-offer.ts': {
    'C-4.18': ["matchMedia('(display-mode: standalone)').matches || "],
    'C-4.19': ['|| settledBy.some((name) => storage?.getItem(name));', ';'],
    'C-9.03': ['const showAfterMs = 3_000;', 'const showAfterMs = 2_999;'],
  },
  'browser/menu.ts': { 'C-2.13': [' || !menu.contains(target)'] },
  'domain/accounts/enter-session.ts': {
    'C-3.01': ['createdAt, lastLogin: now, role: null,', 'createdAt, role: null,'],
    'C-4.03': ['|| account.createdAt < verificationCutoff ||', '||'],
    'C-4.04': [' || profile?.emailVerified === true;', ';'],
    'C-4.05': ['if (!mayEnter(account, profile))', 'if (false)'],
    'C-4.07': ['  else await createProfile(account, true, services);\n'],
    'C-4.08': ['if (!account.emailVerified)', 'if (false)'],
    'C-9.01': ["'2024-02-10T00:00:00Z'", "'2024-02-09T00:00:00Z'"],
  },
  'domain/accounts/profile.ts': {
    'C-3.02': ['if (displayName)', 'if (false)'],
    'C-7.05': ["language: language ?? ref('language')", 'language: language ?? null'],
    'C-7.06': ["uid !== reader.uid && !can(reader, 'readProfiles')", 'false'],
  },
  'domain/accounts/reset-password.ts': { 'C-7.04': ['    await endSessions(trx, account.uid);\n'] },
  'domain/accounts/sign-in.ts': {
    'C-4.06': ["        emailVerified: fn.coalesce('emailVerified', val(true)),\n"],
    'C-7.02': ['        lastLogin: new Date(),\n'],
  },
  'domain/accounts/sign-up.ts': {
    'C-7.01': ['\n    await accountMails.addressToConfirm(trx, { account, token, language, next }, services);'],
    'C-7.07': ['      await accountMails.addressToConfirm(trx, { account, token, language, next }, services);\n'],
  },
  'domain/items/contract/item-hash.ts': {
    'C-3.06': [".replaceAll('=', '')"],
    'C-3.07': ["read?.prefix === prefix ? read.id : ''", "read?.id ?? ''"],
  },
  'domain/messages/announce-message.ts': {
    'C-1.01': ["  for (const uid of readers) publish({ kind: 'unread', uid });\n"],
    'C-3.04': ["  for (const uid of readers) publish({ kind: 'unread', uid });\n"],
  },
  'domain/messages/owner-side.ts': { 'C-3.03': ['.set({ readByOwner: true })', '.set({ readByOwner: false })'] },
  'domain/texts/contract/clean-text.ts': { 'C-5.02': ["? '' : cleaned.trim();", "? '' : cleaned;"] },
  'domain/settings/exempt-host.ts': { 'C-9.06': ["['staging', 'dev', 'development']", "['staging', 'dev']"] },
  'domain/settings/maintenance.ts': {
    'C-3.05': ['  return { ...defaults, ...stored, exempt', '  return { ...stored, ...defaults, exempt'],
    'C-4.12': ["    publish({ kind: 'settings' });\n"],
    'C-4.17': ["  if (isExempt(services)) return { 'tag-pages': null, rest: null };\n"],
  },
  'functions/call.ts': {
    'C-6.02': ["(access === 'user' || isRight(access))", 'isRight(access)'],
    'C-6.03': ['!can(caller.user, access)', '!caller.user'],
  },
  'functions/finder.ts': {
    'C-6.01': ['reportFound: forAnyone({', 'reportFound: forUser({'],
  },
  'paths/paths.ts': {
    'C-2.05': [
      "withQuery('/auth/emailverification', { token, next })",
      "withQuery('/auth/verification', { token, next })",
    ],
  },
  'paths/site-pages.ts': { 'C-2.04': ["  reviews: { path: '/reviews' },\n"] },
  'server/auth/auth.ts': { 'C-4.02': ['const lifetimeSeconds = 30 * day;', 'const lifetimeSeconds = day;'] },
  'site/account/session.ts': {
    'C-4.20': ['await enterSession(account, services)', '{ entered: true, user: account }'],
  },
  'site/document/before-pages.tsx': {
    'C-4.13': ['  return showMaintenancePage(c, message);\n', '  return next();\n'],
    'C-4.14': ['  if (!user && adminPages.test(path)) {', '  if (!user && false) {'],
    'C-4.16': ["  if (can(user, 'passMaintenance')) return next();\n"],
  },
  'site/http/text-files.ts': { 'C-1.05': ["    display: 'standalone',", "    display: 'browser',"] },
  'site/routes.tsx': {
    'C-1.02': ["  routes.post(paths.itemPath(':hash'), item.sendReport);\n"],
    'C-1.03': ['of sitePageNames) routes', "of sitePageNames) if (name !== 'about') routes"],
    'C-2.01': ['  routes.get(paths.homePath(), showHome);\n'],
    'C-2.06': ["  routes.get(paths.itemPath(':hash'), item.showItem);\n"],
    'C-2.08': ['mended === pathname ? c.redirect(paths.homePath())', "mended === pathname ? c.text('', 404)"],
  },
  'ui/page-metadata.ts': { 'C-1.07': ['    noindex: appPages[page].only !== undefined,\n'] },
  'ui/footer.tsx': {
    'C-2.14': ["['privacy', 'terms', 'legal', 'contact'] as const", "['privacy', 'terms', 'legal'] as const"],
  },
  'ui/header.tsx': {
    'C-2.10': ['viewer.isAdmin ? [', '!viewer.isAdmin ? ['],
    'C-2.12': ["      { href: signUpPath(), label: t('frame.signUp') },\n"],
    'C-2.11': ['hidden={count === 0}', 'hidden={false}'],
  },
  'ui/install-banner.tsx': { 'C-2.19': ["        <p>{t('frame.installText')}</p>\n"] },
  'ui/store-badge.tsx': { 'C-1.06': ['  if (!brand.appStoreUrl) return null;\n'] },
  'ui/system-screen.tsx': {
    'C-2.17': ["        <Button>{t('screen.refreshPage')}</Button>\n"],
    'C-2.18': ['          {maintenanceText(message, t)}\n', "          {t('screen.maintenance')}\n"],
  },
};

export const brokenLines: BrokenLine[] = Object.entries(chosen).flatMap(([file, lines]) =>
  Object.entries(lines).map(([promise, [line, broken = '']]) => ({ promise, file, line, broken })),
);
