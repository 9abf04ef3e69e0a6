/** Keys of what a profile page keeps. */
export const memberKeys = {
  member: (id: string) => ['member', id] as const,
  similar: (id: string) => ['member', id, 'similar'] as const,
  conversation: (id: string) => ['member', id, 'conversation'] as const,
};
