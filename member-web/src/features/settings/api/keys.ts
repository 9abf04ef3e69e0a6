/** Keys of what only the settings show. */
export const settingsKeys = {
  wishes: ['own-settings', 'wishes'] as const,
  privacy: ['own-settings', 'privacy'] as const,
  devices: ['own-settings', 'devices'] as const,
  consents: ['own-settings', 'consents'] as const,
  blocks: ['own-settings', 'blocks'] as const,
};
