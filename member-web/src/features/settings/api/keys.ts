/** Keys of what only the settings show. */
export const settingsKeys = {
  notifications: ['own-settings', 'notifications'] as const,
  privacy: ['own-settings', 'privacy'] as const,
  devices: ['own-settings', 'devices'] as const,
  consents: ['own-settings', 'consents'] as const,
  blocks: ['own-settings', 'blocks'] as const,
};
