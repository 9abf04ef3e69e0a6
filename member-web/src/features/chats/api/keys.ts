/** Keys of the conversations; the word `chats` makes the list refresh every minute, an open one asks by itself. */
export const chatKeys = {
  list: ['chats'] as const,
  gifts: ['gifts'] as const,
  convo: (conversationId: string): readonly string[] => ['convo', conversationId],
  convoWith: (memberId: string): readonly string[] => ['convo', 'with', memberId],
};
