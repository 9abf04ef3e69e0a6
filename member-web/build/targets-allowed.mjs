// What the built files may use although a target lacks it, and why that does no harm. A property's line covers all of
// its values.
const ASKED = 'whoever calls it asks first whether it is there';
const NICER = 'only nicer where it is known';
const OTHER = 'a method of our own or of a library that bears the same name';

export const ALLOWED = {
  // Push messages: lib/push.ts asks for the manager and for Notification before all else.
  '.subscribe()': ASKED,
  '.unsubscribe()': ASKED,
  '.getSubscription()': ASKED,
  '.showNotification()': 'the worker shows a notice only for a push message',
  Notification: ASKED,
  'Notification.permission': ASKED,
  '.setAppBadge()': ASKED,
  '.share()': ASKED,
  '.checkVisibility()': `react-aria: ${ASKED}`,
  '.startViewTransition()': `react-router: ${ASKED}`,
  '.skipTransition()': `react-router: ${ASKED}`,
  setImmediate: `scheduler: ${ASKED}`,
  '.escape()': 'i18next’s own',
  'AbortSignal.timeout': 'there since Chrome 103; what 124 changed is its name when it ends early',
  '.country()': OTHER,
  '.retry()': OTHER,
  '.destroy()': OTHER,
  '.to()': OTHER,
  '.use()': OTHER,
  '.sync()': OTHER,
  '.forget()': OTHER,
  '.isActive()': OTHER,
  '.getTextInfo()': OTHER,
  '.alpha()': OTHER,
  '.toArray()': OTHER,
  '.login()': OTHER,
  '.transition()': OTHER,
  // Libraries of the console.
  navigation: `react-router: ${ASKED}`,
  Float16Array: ASKED,
  '.captureStackTrace()': ASKED,
  // Styles.
  ':has': 'for shape only: what is chosen is marked by an attribute, and what has the focus has a rule without it',
  'font-family:': 'the next name of the list',
  'field-sizing:': 'features/chats/hooks/use-growing.ts sets the height where it is not known',
  'content-visibility:': 'only slower without it',
  'contain-intrinsic-size:': 'only slower without it',
  'scrollbar-gutter:': NICER,
  'text-wrap:': NICER,
  'hyphens:': NICER,
  'hyphenate-limit-chars:': NICER,
  'text-size-adjust:': NICER,
  'scrollbar-width:': NICER,
  'accent-color:': NICER,
  'break-after:': 'on paper only',
  'outline:': 'Safari 16 draws its corners square',
  'user-select:': 'the build adds -webkit-user-select',
  'resize:': 'no phone has a corner to pull',
  'cursor:': 'a phone has no pointer',
};
