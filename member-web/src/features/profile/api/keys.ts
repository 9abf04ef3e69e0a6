/** Keys of the member's own profile. */
export const profileKeys = {
  own: ['profile'] as const,
};
