import type { Schemas } from '@/api/types';

type NotificationSettings = Schemas['NotificationSettingsOut'];
type Change = Schemas['NotificationSettingsIn'];

type NoticeType = Schemas['DisabledOut']['type'];

const IN_ORDER: Record<NoticeType, true> = { message: true, like: true, match: true, offer: true };
export const NOTICE_TYPES = Object.keys(IN_ORDER) as readonly NoticeType[];

/** The settings after a change; mail that is switched on comes again, whatever had stopped it (spec 8.7). */
export function showChange(settings: NotificationSettings, change: Change): NotificationSettings {
  const { mail, push, ...rest } = change;
  return {
    ...settings,
    ...rest,
    mail: { ...settings.mail, ...mail },
    push: { ...settings.push, ...push },
    disabled: settings.disabled.filter(({ type }) => !mail?.[type]),
  };
}

/** Two changes as one; the later wins. */
export function combineChanges(earlier: Change, later: Change): Change {
  const channel = (name: 'mail' | 'push') =>
    (earlier[name] || later[name]) && { [name]: { ...earlier[name], ...later[name] } };
  return { ...earlier, ...later, ...channel('mail'), ...channel('push') };
}

/** Whether mail of a kind comes: wanted, and not stopped. */
export const getsMail = ({ mail, disabled }: NotificationSettings, type: NoticeType): boolean =>
  mail[type] && disabled.every((one) => one.type !== type);

/** The change that brings all stopped mail back. */
export const lifted = ({ disabled }: NotificationSettings): Change => ({
  mail: Object.fromEntries(disabled.map(({ type }) => [type, true])),
});

/** Quiet hours that most people sleep in, for a start. */
export const NIGHT = { quiet_from: '22:00', quiet_until: '08:00' } as const;

/** Every half hour of a day, as "HH:MM". */
export const HALF_HOURS: readonly string[] = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
);

/** The half hours, with one between them that was chosen elsewhere. */
export const timesWith = (chosen: string): readonly string[] =>
  HALF_HOURS.includes(chosen) ? HALF_HOURS : [...HALF_HOURS, chosen].sort();
