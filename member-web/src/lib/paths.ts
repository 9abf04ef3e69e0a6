/** Opens the gifts in a conversation. */
export const GIFT = 'gift';

/** The landing pages with a story of their own (spec 2.29). */
export type Lander =
  | 'alonetonight'
  | 'collagelanding'
  | 'gallery'
  | 'iconslanding'
  | 'maplanding'
  | 'socialnetwork'
  | 'transitionsvideolanding'
  | 'video';

/** The landing pages whose texts a site can set. */
export type EntryPage = Lander | 'landing2' | 'landing3' | 'tinderswipe';

/** Every address of the app: the router's pattern and, where the app leads there, how to write it. */
export const paths = {
  home: { pattern: '/', to: () => '/' },
  members: { pattern: '/members', to: () => '/members' },
  member: { pattern: '/members/:id', to: (id: string) => `/members/${id}` },
  likedMember: { pattern: '/likes/m/:id', to: (id: string) => `/likes/m/${id}` },
  memberChat: { pattern: '/members/:id/chat', to: (id: string) => `/members/${id}/chat` },
  memberGift: { pattern: '/members/:id/chat', to: (id: string) => `/members/${id}/chat?${GIFT}` },
  likes: {
    pattern: '/likes/:type?',
    to: (type?: 'received' | 'sent' | 'matches') => (type ? `/likes/${type}` : '/likes'),
  },
  swipeGame: { pattern: '/swipe-game', to: () => '/swipe-game' },
  swipeLander: { pattern: '/landers/tinderswipe/:slug?' },
  chats: { pattern: '/chats', to: () => '/chats' },
  chat: { pattern: '/chats/:id', to: (id: string) => `/chats/${id}` },
  profile: { pattern: '/profile', to: () => '/profile' },
  settings: { pattern: '/notifications', to: () => '/notifications' },
  visitors: { pattern: '/visitors', to: () => '/visitors' },
  unsubscribe: { pattern: '/unsubscribe/:token' },
  staffAccess: { pattern: '/notifications/staff-access', to: () => '/notifications/staff-access' },
  deleteAccount: { pattern: '/notifications/delete', to: () => '/notifications/delete' },
  accountDeleted: { pattern: '/account-deleted', to: () => '/account-deleted' },
  reactivate: { pattern: '/account-deleted/return' },
  mailChangeDo: { pattern: '/mail-change/do' },
  mailChangeUndo: { pattern: '/mail-change/undo' },
  credits: { pattern: '/credits', to: () => '/credits' },
  pay: {
    pattern: '/credits/:id/:method?',
    to: (bundleId: string, code?: string) =>
      code ? `/credits/${bundleId}?code=${encodeURIComponent(code)}` : `/credits/${bundleId}`,
  },
  creditSettings: { pattern: '/credits/settings', to: () => '/credits/settings' },
  repeatOrder: { pattern: '/credits/repeat-order', to: () => '/credits/repeat-order' },
  directDebit: {
    pattern: '/directdebit',
    to: (bundleId: string, code?: string) =>
      `/directdebit?${new URLSearchParams({ bundle: bundleId, ...(code && { code }) }).toString()}`,
  },
  orders: { pattern: '/transactions', to: () => '/transactions' },
  order: { pattern: '/transactions/:id', to: (id: string) => `/transactions/${id}` },
  premium: { pattern: '/premium', to: () => '/premium' },
  pricing: { pattern: '/pricing', to: () => '/pricing' },
  complaints: { pattern: '/complaints', to: () => '/complaints' },
  complaint: {
    pattern: '/complaints/:id',
    to: (id: string, key?: string) => (key ? `/complaints/${id}?key=${key}` : `/complaints/${id}`),
  },
  cases: { pattern: '/cases', to: () => '/cases' },
  case: { pattern: '/cases/:id', to: (id: string) => `/cases/${id}` },
  signup: { pattern: '/signup/:step?', to: (step?: string) => (step ? `/signup/${step}` : '/signup') },
  signupMatches: {
    pattern: '/signup-matches',
    to: (personId?: string) => (personId ? `/signup-matches?for=${personId}` : '/signup-matches'),
  },
  memberSignup: { pattern: '/members/:id/signup', to: (id: string) => `/members/${id}/signup` },
  memberLanding: { pattern: '/members/:id/landing' },
  memberLanding2: { pattern: '/members/:id/landing2/:slug?' },
  memberLanding3: { pattern: '/members/:id/landing3/:slug?' },
  completeSignup: { pattern: '/complete-signup', to: () => '/complete-signup' },
  matchFinder: {
    pattern: '/match-finder/:part?',
    to: (part?: string) => (part ? `/match-finder/${part}` : '/match-finder'),
  },
  invitations: { pattern: '/invitations', to: () => '/invitations' },
  login: { pattern: '/login', to: (next?: string) => (next ? `/login?next=${encodeURIComponent(next)}` : '/login') },
  resetPassword: { pattern: '/reset-password', to: () => '/reset-password' },
  resetPasswordDo: { pattern: '/reset-password/do' },
  activateDone: { pattern: '/activate/done' },
  activateError: { pattern: '/activate/error', to: () => '/activate/error' },
  langConfig: { pattern: '/lang-config', to: () => '/lang-config' },
  lander: {
    /** The pattern of one landing page, whose slug chooses its words. */
    patternOf: (lander: Lander) => `/landers/${lander}/:slug?`,
  },
  staticPage: {
    pattern: '/pages/:page',
    to: (
      page:
        | 'accessibility'
        | 'ban'
        | 'cookies'
        | 'faq'
        | 'privacy'
        | 'return-policy'
        | 'service'
        | 'terms'
        | 'transparency',
    ) => `/pages/${page}`,
  },
  /** A page that the site's operator wrote. */
  freePage: { pattern: '/:page' },
} as const;
